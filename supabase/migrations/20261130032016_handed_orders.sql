-- handed orders
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- Those that are not decided, and those whose order is not delivered yet.
create or replace function private.open_quotations() returns setof public.quotations
language sql stable set search_path = '' as $$
  select * from public.quotations where erase_on is null and (state in ('draft', 'sent', 'change_asked') or state = 'accepted' and exists (
    select from public.orders as own join public.order_lines as line on line.order_id = own.id
    where own.quotation_id = quotations.id and own.cancelled_at is null and line.state not in ('delivered', 'returned')
  ))
$$;
-- Written until here.
