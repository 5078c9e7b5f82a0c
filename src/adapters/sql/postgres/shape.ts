/**
 * Describes the objects in the first schema of the search path, one row each: its table (empty for a function), its
 * kind, and the server's definition. Storage settings are left out because an operator may tune them.
 *
 * A disabled trigger or constraint counts as changed, and so does an invalid index. Triggers behind foreign keys have
 * different names in every schema, so they are described with their constraint. Source: PostgreSQL's manual, "System
 * Catalogs".
 */
export const shape = `with
 own_tables as (
  select oid, relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
select name, 'table ' || name || ' column ' || attname,
  concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
   pg_get_expr(adbin, adrelid), attidentity, attgenerated, (select collname from pg_collation where oid = attcollation))
 from own_tables join pg_attribute on attrelid = own_tables.oid and attnum > 0 and not attisdropped
 left join pg_attrdef on adrelid = attrelid and adnum = attnum
union all
select name, 'constraint ' || conname || ' of ' || name,
  concat_ws(' ', pg_get_constraintdef(pg_constraint.oid, true), case when not convalidated then 'not valid' end,
   (select string_agg(tgenabled::text, '' order by tgenabled) from pg_trigger where tgconstraint = pg_constraint.oid))
 from own_tables join pg_constraint on conrelid = own_tables.oid and contype <> 'n'
union all
select name, 'index ' || indexes.relname,
  concat_ws(' ', pg_get_indexdef(indexrelid, 0, true), case when not (indisvalid and indisready) then 'not valid' end)
 from own_tables join pg_index on indrelid = own_tables.oid join pg_class as indexes on indexes.oid = indexrelid
union all
select name, 'trigger ' || tgname || ' of ' || name, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true), tgenabled)
 from own_tables join pg_trigger on tgrelid = own_tables.oid and not tgisinternal
union all
select '', 'function ' || proname || '(' || pg_get_function_arguments(pg_proc.oid) || ')',
  concat_ws(' ', lanname, provolatile, prosecdef::text, proconfig::text, prosrc)
 from pg_proc join pg_language on pg_language.oid = prolang
 where pronamespace = current_schema()::regnamespace`;
