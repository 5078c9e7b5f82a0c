/** What tests use of the package, which has no types. */
declare module 'gettext-parser' {
  export const po: {
    parse(content: string): {
      readonly headers: Readonly<Record<string, string>>;
      readonly translations: Readonly<
        Record<string, Readonly<Record<string, { readonly msgid: string; readonly msgstr: readonly string[] }>>>
      >;
    };
  };
}
