import { totalmem } from 'node:os';

/** Memory that this process may use, in bytes: the machine's, or the limit of its container or systemd unit. */
export const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
