-- careful undo
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- What the caller's team shares of baskets.
create or replace function private.team_baskets() returns setof private.shared_baskets
language sql stable security definer set search_path = '' as $$
  select * from private.shared_baskets
  where domain = (select private.team_of(auth.uid())) and created_at > now() - interval '60 days'
$$;

-- {"domain": whose colleagues the caller may share with, "is_asked", "since": when the caller began to share, "delivery_places": the
-- caller's own, missing without any}; and for members "members": [{"email", "since"}], "gstin", "billing_address" and "baskets": [{"id",
-- "shared_by": null of one who left, "shared_at", "products", "is_own"}]. The domain is null of an address that is not proven, or of a public mail host.
create or replace function private.my_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant text := coalesce(team, private.proven_domain(auth.uid()));
begin
  return jsonb_build_object(
    'domain', own, 'since', (select since from private.team_members where user_id = auth.uid() and team is not null),
    'is_asked', exists (
      select from private.team_members as member join auth.users on users.id = user_id and lower(users.email) = member.email where user_id = auth.uid()
    )
  ) || jsonb_strip_nulls(jsonb_build_object('delivery_places', (select places from private.delivery_places where user_id = auth.uid())))
  || case when team is null then '{}' else jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object('email', users.email, 'since', member.since) order by member.since, users.email)
      from private.team_members as member join auth.users on users.id = user_id where member.domain = team and private.team_of(user_id) = team
    ),
    'gstin', (select gstin from private.teams where domain = team), 'billing_address', (select billing_address from private.teams where domain = team),
    'baskets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', basket.id, 'shared_by', case when private.team_of(user_id) = team then users.email end, 'shared_at', basket.created_at, 'products', products, 'is_own', user_id = auth.uid()
      ) order by basket.created_at desc, basket.id), '[]')
      from private.team_baskets() as basket join auth.users on users.id = user_id
    )
  ) end;
end
$$;

-- The same basket again is listed once, with its new date.
create or replace function private.share_basket(basket text, products integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  -- Baskets of one account wait for each other.
  perform from private.team_members where user_id = auth.uid() for update;
  delete from private.shared_baskets as stored where user_id = auth.uid() and stored.basket = share_basket.basket;
  perform private.require(
    20 > (select count(*) from private.shared_baskets where user_id = auth.uid() and created_at > now() - interval '60 days'), 'You share 20 baskets. Stop sharing one first.', '22023'
  );
  insert into private.shared_baskets (user_id, domain, basket, products) values (auth.uid(), team, share_basket.basket, share_basket.products);
end
$$;

create or replace function private.undo_order_steps(steps jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  step record;
  undone integer := 0;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= 2000 end, 'At most 2000 steps are undone at once', '22023');
  perform from public.quotations where quotations.id in (
    select own.quotation_id from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
  ) order by quotations.id for update;
  for step in
    select own.id, (input ->> 'event')::bigint as event
    from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
    join public.quotations on quotations.id = own.quotation_id where own.cancelled_at is null and erase_on is null order by own.quotation_id
  loop
    if (private.last_order_step(step.id)).number = step.event then
      perform private.undo_order_step(step.id, step.event);
      undone := undone + 1;
    end if;
  end loop;
  return undone;
end
$$;

-- A line that was to be produced without a proof waits for one when a logo comes later, unless the staff have decided that it needs none.
-- An order on which someone acts at this moment stays as it is, since they may wait for what is locked here.
create function private.ask_for_proofs(owner private.artworks) returns void
language plpgsql set search_path = '' as $$
declare
  waiting record;
begin
  for waiting in
    select own.id as order_id, line.id
    from public.orders as own join public.quotations on quotations.id = own.quotation_id join public.order_lines as line on line.order_id = own.id
    where line.state = 'preparing' and not line.needs_proof and own.cancelled_at is null and (
      quotations.id = owner.quotation_id
      or quotations.lead_id in (select unnest(array[handling.lead_id, merged_into]) from public.lead_handling as handling where handling.lead_id = owner.lead_id)
    ) and not exists (select from public.order_events as decided where decided.order_line_id = line.id and decided.kind = 'needs_no_proof')
    for update of own, line skip locked
  loop
    update public.order_lines as line set needs_proof = true where line.id = waiting.id;
    update public.orders as own set saves = own.saves + 1 where own.id = waiting.order_id;
    perform private.record_order_event(waiting.order_id, waiting.id, 'needs_proof', jsonb_build_object('text', 'A logo came'), '');
  end loop;
end
$$;

-- At most three files of 20 MB together, and 100 MB a day of one network. The same file again, after a lost answer, is stored once.
create or replace function private.attach_artwork(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Logo', type);
  tomorrow constant timestamptz := (private.day_in_india(now()) + 1)::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  used bigint;
  stored private.artworks;
begin
  perform private.require(
    type in ('image/svg+xml', 'application/pdf', 'application/postscript', 'image/png', 'image/jpeg'), 'A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A logo has at most 10 MB', '22023');
  if exists (
    select from private.artworks as other
    where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id) and other.content = file
  ) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(other.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.artworks as other where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id)
    ), 'There is room for three files of 20 MB together. Remove one, or write to us.', '22023'
  );
  if network is not null then
    insert into private.event_quotas as quota (client, events, counted_at)
    values (private.quota_key(tomorrow, 'artwork', network), length(file), tomorrow)
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning events into used;
    perform private.require(used <= 100 * 1024 * 1024, 'There were too many files here today. Please write to us.', 'PT429');
  end if;
  insert into private.artworks (lead_id, quotation_id, name, content) values (owner.lead_id, owner.quotation_id, label, file)
  returning * into stored;
  perform private.ask_for_proofs(owner);
  perform private.record_artwork(token, stored);
end
$$;

-- Refers a row to the contact of an address in it, where that is one.
create or replace function private.refer_to_known_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that an erasure at the same moment waits.
  select id into new.contact_id from public.contacts where lower(email) = lower(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end
$$;

-- The days of open leads, quotations and orders of a person and of the absent whose deputy they are, from a month ago: the next 500.
create or replace function private.calendar_of(person uuid) returns jsonb
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
    select 'order', id, company, name, number, needed_by, created_at from private.order_rows
    where owner_id in (select private.work_of(person)) and is_open
  )
  select coalesce(jsonb_agg(to_jsonb(next) order by day, kind, id), '[]') from (
    select * from listed where day >= private.day_in_india(now()) - 31 order by day, kind, id limit 500
  ) as next
$$;

comment on function public.undo_order_steps(pg_catalog.jsonb) is 'Undoes the steps of one press, [{"order_id", "event"}] as move_order_lines gives them, and gives their number: none of an order that was moved on or cancelled meanwhile.';

revoke all on function private.ask_for_proofs(owner private.artworks) from public, anon, authenticated, service_role;
-- Written until here.
