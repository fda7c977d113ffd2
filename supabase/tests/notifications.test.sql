-- Servers that cache responses and sessions are notified of every change that invalidates them.
begin;
select plan(2);

select set_eq(
  $$
    select tgrelid::regclass::text from pg_trigger
    where tgname = 'notify_change' and tgenabled = 'O'
      -- After a statement that inserts, deletes, updates or truncates.
      and tgtype = 4 + 8 + 16 + 32
  $$,
  $$
    select oid::regclass::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege('anon', oid, 'select')
  $$,
  'every table that visitors may read notifies of its changes'
);

select results_eq(
  $$
    select
      tgrelid::regclass::text collate "default", (tgtype & 1)::integer,
      array(
        select attname::text collate "default" from pg_attribute
        where attrelid = tgrelid and attnum = any (tgattr) order by attname
      ),
      array_remove(array[
        case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end, case when tgtype & 32 > 0 then 'truncate' end
      ], null)
    from pg_trigger where tgname = 'notify_account' and tgenabled = 'O' order by tgrelid::regclass::text
  $$,
  $$
    values
      ('auth.sessions', 0, array['id', 'not_after', 'user_id'], array['delete', 'update', 'truncate']),
      ('auth.users', 0, array['banned_until', 'deleted_at', 'id'], array['delete', 'update', 'truncate']),
      ('profiles', 0, array[]::text[], array['insert', 'delete', 'update', 'truncate'])
  $$,
  'sessions, accounts and rights notify of every change that invalidates a cached session'
);

select * from finish();
rollback;
