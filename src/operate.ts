import { operate } from './app.ts';

/** The operator's process. */
process.exitCode = await operate(process.argv.slice(2), process.env);
