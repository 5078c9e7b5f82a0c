/** Bounds of one listener; times in milliseconds, sizes in bytes. */
export type HttpLimits = {
  /** Sockets open at a time; a further one is closed at once. */
  readonly connectionsMax: number;
  /** Sockets from one client, or its open requests behind a trusted proxy; a further one is refused. */
  readonly connectionsPerAddressMax: number;
  /** The same once three quarters of all sockets are taken, so that a few clients cannot take the rest. */
  readonly connectionsPerAddressNearMax: number;
  /** Request line and headers together. */
  readonly headerBytesMax: number;
  /** From the first byte of a request to the end of its headers; on a new connection from its first moment. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** How long a connection may wait for its next request; above the 60 seconds that load balancers commonly keep one. */
  readonly keepAliveMs: number;
  /** How long a connection may stay without a byte in either direction while a request is being answered. */
  readonly idleMs: number;
  /** How often the two deadlines of a request are looked at. */
  readonly checkEveryMs: number;
  /** A body that brings less than this, over `bodyRateMs`, is given up. */
  readonly bodyBytesPerSecondMin: number;
  readonly bodyRateMs: number;
  /** Bodies held in memory at a time, without a budget of their own. */
  readonly heldBytesMax: number;
  /** What is read and thrown away of a body that nobody wants, so that its sender comes to read the reply. */
  readonly unwantedBytesMax: number;
  readonly unwantedMs: number;
};

export const defaultHttpLimits: HttpLimits = {
  connectionsMax: 8_192,
  connectionsPerAddressMax: 1_024,
  connectionsPerAddressNearMax: 128,
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
};
