/** Returns the one of `formats` that the ending of a file's name means, in upper or lower case. */
export function formatOfName<Format extends string>(name: string, formats: readonly Format[]): Format | undefined {
  const written = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const ending = written === 'tab' ? 'tsv' : written;
  return formats.find((format) => format === ending);
}
