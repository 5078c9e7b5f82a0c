/** Error details for the log. Never contains customer text. */
export type ErrorDescription = {
  readonly type: string;
  /** Only of the program's own errors; messages of other errors may quote their input. */
  readonly message?: string;
  /** Codes and locations from the runtime or a database: `code`, `errno`, `syscall`, `path` and the like. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  /** Frames as `function (file:line:column)`, innermost first, without source lines. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
};

const framesMax = 12;
const causesMax = 4;
const messageLengthMax = 500;

/**
 * Error properties that never quote a value. Sources: Node.js `SystemError`; `node:sqlite` errors (`errcode` and
 * `errstr`, SQLite's fixed text for the code); PostgreSQL's error fields. Its `message`, `detail`, `hint` and `where`
 * may quote data and are left out.
 */
const factNames = [
  'code',
  'errno',
  'syscall',
  'path',
  'dest',
  'address',
  'port',
  'errcode',
  'errstr',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'exitCode',
  'signal',
] as const;

/** Describes `thrown`; `isOurs` tells the program's own errors. Follows causes, four levels deep. */
export function describeError(thrown: unknown, isOurs: (error: Error) => boolean): ErrorDescription {
  return describe(thrown, isOurs, causesMax);
}

function describe(thrown: unknown, isOurs: (error: Error) => boolean, causesLeft: number): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: thrown === null ? 'null' : typeof thrown };
  const ours = isOurs(thrown);
  const facts = { ...primitives(thrown, factNames), ...(ours ? detailOf(thrown) : {}) };
  const stack = framesOf(thrown);
  return {
    type: thrown.name,
    ...(ours ? { message: thrown.message.slice(0, messageLengthMax) } : {}),
    ...(Object.keys(facts).length > 0 ? { facts } : {}),
    ...(stack.length > 0 ? { stack } : {}),
    ...(thrown.cause !== undefined && causesLeft > 0 ? { cause: describe(thrown.cause, isOurs, causesLeft - 1) } : {}),
  };
}

/** Returns the `detail` of the program's own error, which only the operator sees. */
function detailOf(error: Error): Readonly<Record<string, string | number | boolean>> {
  const detail: unknown = 'detail' in error ? error.detail : undefined;
  return typeof detail === 'object' && detail !== null ? primitives(detail, Object.keys(detail)) : {};
}

function primitives(from: object, names: readonly string[]): Readonly<Record<string, string | number | boolean>> {
  const found: Record<string, string | number | boolean> = {};
  for (const name of names) {
    const value: unknown = Reflect.get(from, name);
    if (typeof value === 'string') found[name] = value.slice(0, messageLengthMax);
    else if (typeof value === 'number' || typeof value === 'boolean') found[name] = value;
  }
  return found;
}

function framesOf(error: Error): readonly string[] {
  const stack = error.stack ?? '';
  // The message comes first, and may contain lines that look like frames.
  const messageAt = stack.indexOf(error.message);
  const frames = messageAt === -1 ? stack : stack.slice(messageAt + error.message.length);
  return frames
    .split('\n')
    .filter((line) => /^ {4}at [^\n]{1,300}$/.test(line))
    .slice(0, framesMax)
    .map((line) => line.slice('    at '.length));
}
