/**
 * For a select list: commits its transaction without waiting for the disk. Only for results that are not reported
 * outside. A later durable commit makes this one durable too (source: PostgreSQL's manual, "Asynchronous Commit").
 */
export const lazyCommit = "set_config('synchronous_commit', 'off', true)";
