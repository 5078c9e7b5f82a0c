/**
 * For a statement's list of results: its transaction is committed without waiting for the disk. Only for what nobody
 * outside is told. PostgreSQL has one log for all, so whatever is committed later and does wait takes it along (source:
 * PostgreSQL's manual, "Asynchronous Commit").
 */
export const lazyCommit = "set_config('synchronous_commit', 'off', true)";
