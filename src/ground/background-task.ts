/** All background tasks whose failures are reported. The runbook has a row for each. */
export const backgroundTasks = [
  'sweep',
  'verification of the ledger',
  'database connection',
  'start: waiting for the database',
  'commit of holds',
  "database writer's thread",
  'renewal of a hold',
  'release of a hold',
  'renewal of claims',
  'end of a claim',
  'translation of a document',
  'end of a document',
  'storage of a document',
  'reading of a file',
  'checkout',
  'payment look',
  'reconcile payments',
  'notice',
  'notices',
  'recent requests',
  'last use of keys',
  'note of a session',
  'sweep of sessions and links',
  'try the openai endpoint',
] as const;

/** An engine behind an endpoint names its own. */
export type BackgroundTask = (typeof backgroundTasks)[number] | `try the ${string}`;
