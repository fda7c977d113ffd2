-- Servers that cache responses are notified of every change that invalidates them.
begin;
select plan(1);

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
    -- A function shows visitors the public part of it.
    union select 'site_settings'
    -- Managed as the others are.
    union select 'reply_templates' union select 'search_words' union select 'campaign_links' union select 'seller_profile' union select 'breaches' union select 'product_terms' union select 'product_price_breaks'
  $$,
  'every table that visitors may read notifies of its changes'
);

select * from finish();
rollback;
