/**
 * For a statement's select list: commits its transaction without waiting for the disk. Only for results that are not
 * reported outside. PostgreSQL has one log, so a later durable commit makes this one durable too (source: PostgreSQL's
 * manual, "Asynchronous Commit").
 */
export const lazyCommit = "set_config('synchronous_commit', 'off', true)";
