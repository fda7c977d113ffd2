-- Whoever keeps what visitors are answered hears of every change of it.
begin;
select plan(2);

select is_empty(
  $$
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('leads', 'profiles')
      and not exists (
        select from pg_trigger
        where tgrelid = pg_class.oid and tgname = 'tell_of_change' and tgenabled = 'O'
          -- After a statement that inserts, deletes, updates or truncates.
          and tgtype = 4 + 8 + 16 + 32
      )
  $$,
  'every table that visitors may see something of tells of its changes'
);

select is_empty(
  $$
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relname in ('leads', 'profiles')
      and has_table_privilege('anon', oid, 'select')
  $$,
  'visitors read none of the tables that tell nothing'
);

select * from finish();
rollback;
