-- The references that were given so far begin with GW. They are there before the functions that read them; what comes until then gets its
-- own with them.
select set_config('lock_timeout', '5s', true);

update public.leads set reference = 'GW-' || upper(left(id::text, 8));
