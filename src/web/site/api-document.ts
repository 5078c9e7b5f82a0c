type Media = { readonly schema?: unknown; readonly example?: unknown };

export type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
};

/** The parts of the API's OpenAPI document that the reference shows (source: OpenAPI 3.1). */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** One error of the API: when it occurs, and what to do. */
export type ErrorReference = {
  readonly status: number;
  readonly code: string;
  readonly when: string;
  readonly remedy: string;
  readonly example: unknown;
};
