import { operate } from './app.ts';

/** The server's process: the same as the command line's `serve`. */
process.exitCode = await operate(['serve'], process.env);
