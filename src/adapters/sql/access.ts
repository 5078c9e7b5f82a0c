import type { Procedure } from './procedure.ts';

export type Access = {
  /** Runs a procedure that only reads; each of its statements sees the latest commits. */
  readonly read: <Result>(begin: () => Procedure<Result>) => Promise<Result>;
  /** As `read`, in the order of an index, so that a limit bounds the rows read whatever the planner estimates. */
  readonly readInOrder: Access['read'];
  /** One transaction. `begin` runs for each attempt; `operation` is its name and input, to send to another thread. */
  readonly change: (begin: () => Procedure<unknown>, operation: readonly unknown[]) => Promise<unknown>;
  /** Called between two steps that write much: lets other writers of the same database continue. */
  readonly pauseForWriters: () => Promise<void>;
  /** Called between two pages of a long read: lets requests continue. */
  readonly pauseForRequests: () => Promise<void>;
};

type Begin = (...input: never[]) => Procedure<unknown>;

type Table = Readonly<Record<string, Begin>>;

/** Methods of a store with the names and parameters of its procedures. */
export type Methods<Procedures> = {
  readonly [Name in keyof Procedures]: Procedures[Name] extends (...input: infer Input) => Procedure<infer Result>
    ? (...input: Input) => Promise<Result>
    : never;
};

export function reading<Procedures extends Table>(
  { read }: Pick<Access, 'read'>,
  procedures: Procedures,
): Methods<Procedures> {
  return methods(procedures, (begin) => read(begin));
}

export function changing<Procedures extends Table>({ change }: Access, procedures: Procedures): Methods<Procedures> {
  return methods(procedures, change);
}

function methods<Procedures extends Table>(procedures: Procedures, run: Access['change']): Methods<Procedures> {
  const entries = Object.entries(procedures).map(([name, begin]) => {
    const method = (...input: never[]) => run(() => begin(...input), [name, ...input]);
    return [name, method] as const;
  });
  return Object.fromEntries(entries) as Methods<Procedures>;
}
