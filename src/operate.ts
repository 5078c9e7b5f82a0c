import { operate } from './app.ts';

/** The process of the operator's commands. */
process.exitCode = await operate(process.argv.slice(2), process.env);
