import { descriptorsMax } from '../ops/descriptors.ts';

/** Bounds of one listener; times in milliseconds, sizes in bytes. */
export type HttpLimits = {
  /** Open sockets; further ones are closed immediately. */
  readonly connectionsMax: number;
  /** Sockets of one client, or its open requests behind a trusted proxy; further ones are refused. */
  readonly connectionsPerAddressMax: number;
  /** As above, once three quarters of all sockets are in use, so that a few clients cannot take the rest. */
  readonly connectionsPerAddressNearMax: number;
  /** Request line and headers together. */
  readonly headerBytesMax: number;
  /** From the first byte of a request to the end of its headers; on a new connection from its first moment. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** How long a connection may wait for its next request; more than the usual 60 seconds of load balancers. */
  readonly keepAliveMs: number;
  /** How long a connection may be silent in both directions while a request is being answered. */
  readonly idleMs: number;
  /** How often the two deadlines of a request are checked. */
  readonly checkEveryMs: number;
  /** A body that is slower than this, over `bodyRateMs`, is aborted. */
  readonly bodyBytesPerSecondMin: number;
  readonly bodyRateMs: number;
  /** Bytes of bodies in memory that have no separate budget. */
  readonly heldBytesMax: number;
  /** Bytes of an unused body that are read and discarded, so that its sender reads the reply. */
  readonly unwantedBytesMax: number;
  readonly unwantedMs: number;
  /** The same for a body that a handler asked for and refused: some clients send all of it before they read. */
  readonly refusedBytesMax: number;
  readonly refusedMs: number;
};

// Half of the descriptors stay for the database, the engines and outgoing connections.
const connectionsMax = Math.min(8_192, Math.floor(descriptorsMax / 2));

export const defaultHttpLimits: HttpLimits = {
  connectionsMax,
  connectionsPerAddressMax: Math.min(1_024, connectionsMax),
  connectionsPerAddressNearMax: Math.min(128, Math.ceil(connectionsMax / 4)),
  headerBytesMax: 16_384,
  headersMs: 10_000,
  requestMs: 60_000,
  keepAliveMs: 75_000,
  idleMs: 300_000,
  checkEveryMs: 1_000,
  bodyBytesPerSecondMin: 1_024,
  bodyRateMs: 10_000,
  heldBytesMax: 16 * 2 ** 20,
  unwantedBytesMax: 4 * 2 ** 20,
  unwantedMs: 5_000,
  refusedBytesMax: 64 * 2 ** 20,
  refusedMs: 30_000,
};
