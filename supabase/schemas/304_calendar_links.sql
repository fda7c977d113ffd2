-- The calendar feed of a person of the back office (product.md, section 2, Administration).

-- A new address for the caller's feed, in place of the one before.
create function private.make_calendar_link() returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  insert into private.calendar_links (user_id, hash) values (auth.uid(), private.link_hash(token))
  on conflict (user_id) do update set hash = excluded.hash, made_at = now();
  return token;
end
$$;
select private.expose('make_calendar_link',
  'Makes the address of the caller''s calendar feed, and returns its token, of which only the hash is stored; an earlier one ends. For administrators and sales.');

create function private.remove_calendar_link() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  delete from private.calendar_links where user_id = auth.uid()
$$;
select private.expose('remove_calendar_link', 'Ends the address of the caller''s calendar feed. For administrators and sales.');

-- The days of open leads, quotations and orders of a person and of the absent whose deputy they are, from a month ago: the next 500.
create function private.calendar_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      leads.id, company, name, leads.created_at,
      -- An order has its own day.
      case when not exists (
        select from public.quotations join public.orders on orders.quotation_id = quotations.id
        where quotations.lead_id = leads.id and orders.cancelled_at is null and orders.needed_by is not null
      ) then needed_by end as needed_by,
      case when state <> 'won' then due_on end as due_on
    from public.lead_handling as handling join public.leads on leads.id = handling.lead_id
    where assigned_to in (select private.work_of(person)) and merged_into is null and erased_at is null
      and state not in ('lost', 'withdrawn', 'spam')
  ), listed as (
    select 'follow_up' as kind, id, company, name, null as number, due_on as day, created_at from lead
    union all select 'needed_by', id, company, name, null, needed_by, created_at from lead
    union all
    select 'valid_until', id, company, name, number, valid_until, created_at from private.quotation_rows
    where owner_id in (select private.work_of(person)) and state = 'sent'
    union all
    select 'company', id, name, next_step, null, next_on, created_at from public.companies
    where owner_id in (select private.work_of(person)) and merged_into is null
    union all
    select 'order', id, company, name, number, needed_by, created_at from private.order_rows
    where owner_id in (select private.work_of(person)) and is_open
  )
  select coalesce(jsonb_agg(to_jsonb(next) order by day, kind, id), '[]') from (
    select * from listed where day >= private.day_in_india(now()) - 31 order by day, kind, id limit 500
  ) as next
$$;

create function private.open_calendar(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (
    select user_id from private.calendar_links join public.profiles on profiles.id = user_id and (is_admin or is_sales)
    where hash = private.link_hash(token)
  );
begin
  perform private.require(person is not null, 'This link does not open a calendar.', 'PT404');
  return jsonb_build_object('site', (select name from public.site_settings), 'days', private.calendar_of(person));
end
$$;
select private.expose('open_calendar',
  'The calendar feed of a token: {"site": its name, "days": [{"kind": follow_up, needed_by, valid_until, company or order, "id", "company", "name", "number": of a quotation or order, "day", "created_at"}]}. Any token that opens none answers 404.');
