-- Leads arrive from anyone (specification, section 7). The server decides what an incoming one is: its id and its date,
-- one a call, and how many. Roles that row level security does not bind (a restored backup, the owner) are trusted.
select set_config('lock_timeout', '5s', true);

-- Whether a lead comes from a caller of the API: also within a function that runs with its owner's rights, which row level
-- security does not bind.
create function private.is_sent_lead() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return row_security_active('public.leads') or current_setting('role') in ('anon', 'authenticated');
end
$$;

-- Trims the texts of a lead. One from the API gets its id, date and sender from the server.
create function private.normalize_lead() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_sent_lead() then
    new.id := gen_random_uuid();
    new.created_at := now();
    if tg_op = 'INSERT' then
      new.sender_id := auth.uid();
    end if;
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  new.delivery_city := nullif(private.trimmed(new.delivery_city), '');
  return new;
end
$$;

create trigger normalize before insert or update on public.leads
for each row execute function private.normalize_lead();

-- Refuses a statement of the API that inserts several leads.
create function private.limit_leads_per_statement() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_sent_lead() and exists (select from incoming offset 1) then
    raise exception 'Send one inquiry at a time' using errcode = '22023';
  end if;
  return null;
end
$$;

create trigger limit_leads_per_statement after insert on public.leads
referencing new table as incoming
for each statement execute function private.limit_leads_per_statement();

-- Limits. Leads come from anyone, so the database limits them, whatever server is in front of it: so many an hour for one
-- e-mail address and, where the server passes the client's address on, from one network, and fewer for both together; and
-- each lead once. No limit counts all visitors together, so one client's flood stops no other client's lead.

-- GCRA: `free_at` is the time at which an hour's quota is full again. One row a client address, with an empty e-mail
-- address, and one for both together. Past rows are deleted as others are written.
create table private.lead_quotas (
  address text not null,
  email text not null,
  free_at timestamptz not null,
  primary key (address, email)
);
comment on table private.lead_quotas is 'How much of the hourly quota of leads each client address, and each e-mail address from it, has used.';
create index lead_quotas_by_end on private.lead_quotas (free_at);
alter table private.lead_quotas enable row level security;
revoke all on private.lead_quotas from public, anon, authenticated, service_role;

create table private.settings (
  name text primary key constraint settings_name_known check (name in ('client_address_header')),
  value text not null
);
comment on table private.settings is 'Settings of a project that its owner changes in SQL.';
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated, service_role;

-- The network that a request came from, as far as the server in front says: Cloudflare's header, which a hosted project
-- has. X-Forwarded-For is not trusted: a client may write it. A server behind another proxy names the header that this
-- one overwrites, or none:
--   insert into private.settings values ('client_address_header', 'x-real-ip');
-- An IPv6 client has as many addresses as it likes, so its first 64 bits count. Null without the header.
create function private.client_network() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers json;
  header constant text := coalesce(
    (select value from private.settings where name = 'client_address_header'), 'cf-connecting-ip'
  );
  address inet;
begin
  headers := nullif(current_setting('request.headers', true), '')::json;
  address := btrim(headers ->> lower(header))::inet;
  if family(address) = 4 then
    return host(address);
  elsif address <<= '::ffff:0:0/96'::inet then
    return substr(host(address), char_length('::ffff:') + 1);
  end if;
  return network(set_masklen(address, 64))::text;
exception
  when data_exception then
    return null;
end
$$;

-- Refuses with HTTP 429, with a sentence for the user and the seconds to wait in Retry-After.
create function private.raise_too_many_requests(wait interval) returns void
language plpgsql set search_path = ''
as $$
declare
  seconds integer := greatest(1, ceil(extract(epoch from wait)));
  amount integer := case when seconds < 60 then seconds else ceil(seconds / 60.0) end;
  unit text := case when seconds < 60 then 'second' else 'minute' end;
begin
  raise exception sqlstate 'PGRST' using
    message = json_build_object(
      'code', 'PT429',
      'message', format('Too many inquiries. Please try again in %s %s%s.', amount, unit, case when amount > 1 then 's' else '' end),
      'hint', 'The number of inquiries in an hour is limited.'
    )::text,
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text))::text;
end
$$;

-- Takes one from a quota of so many an hour: all at once, evenly spread, or anything between. Refuses when there is
-- none, and says when there will be. A refused lead takes nothing, since its transaction is rolled back.
create function private.take_lead_quota(of_address text, of_email text, count integer, moment timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  one constant interval := interval '1 hour' / count;
  free timestamptz;
begin
  insert into private.lead_quotas as quota values (of_address, of_email, moment + one)
  on conflict (address, email) do update set
    -- More than an hour was never taken: that is from before a clock was set right.
    free_at = one + case when quota.free_at between moment and moment + interval '1 hour' then quota.free_at else moment end
  returning free_at into free;
  if free > moment + interval '1 hour' then
    perform private.raise_too_many_requests(free - interval '1 hour' - moment);
  end if;
end
$$;

-- Runs with its owner's rights, since the sender of a lead may not read any. Administrators are not limited.
create function private.limit_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- High, so that a client that enters another person's e-mail address does not block that person's leads; fewer from
  -- one client address are enough.
  for_one_email constant integer := 200;
  from_one_address constant integer := 300;
  for_one_email_from_one_address constant integer := 40;
  recent record;
  network text;
begin
  if private.is_admin() then
    return new;
  end if;

  -- Serialises concurrent leads of one e-mail address.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(new.email), 0));
  select
    count(*) as number,
    min(latest.created_at) as oldest,
    coalesce(bool_or(
      latest.created_at > new.created_at - interval '10 minutes'
      and (
        latest.sender_id, latest.name, latest.company, latest.phone, latest.message, latest.selected_products,
        latest.needed_by, latest.budget_per_gift, latest.delivery_city, latest.wants_branding, latest.lines_hash
      ) is not distinct from (
        new.sender_id, new.name, new.company, new.phone, new.message, new.selected_products,
        new.needed_by, new.budget_per_gift, new.delivery_city, new.wants_branding, new.lines_hash
      )
    ), false) as is_here
  into recent
  from (
    select * from public.leads
    where lower(email) = lower(new.email)
      and created_at > new.created_at - interval '1 hour'
      -- Leads dated in the future, from a clock that was wrong, and this statement's own row do not count.
      and created_at < new.created_at + interval '1 minute' and created_at <> new.created_at
    order by created_at desc
    limit for_one_email
  ) as latest;

  -- A duplicate of the same sender, sent again after a lost response or a double click, succeeds without a second row.
  if recent.is_here then
    return null;
  end if;
  if recent.number >= for_one_email then
    perform private.raise_too_many_requests(recent.oldest + interval '1 hour' - new.created_at);
  end if;

  network := private.client_network();
  if network is not null then
    perform private.take_lead_quota(network, '', from_one_address, new.created_at);
    perform private.take_lead_quota(network, lower(new.email), for_one_email_from_one_address, new.created_at);
    -- Last, so that a transaction that holds these locks waits for no other.
    perform private.delete_expired(
      'private.lead_quotas',
      format('free_at < %1$L or free_at > %1$L::timestamptz + interval ''1 day'' limit 20', new.created_at)
    );
  end if;
  return new;
end
$$;

-- After the trigger `normalize`: triggers fire in the order of their names. Roles that row level security does not bind are
-- trusted.
create trigger within_limits before insert on public.leads
for each row when (private.is_sent_lead()) execute function private.limit_leads();

-- Only send_inquiry writes lines.
create table public.lead_items (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  position smallint not null,
  -- The name stays when the product is deleted.
  product_id uuid references public.products (id) on delete set null on update cascade,
  name text not null
    constraint lead_items_name_given check (private.is_trimmed_nonempty(name))
    constraint lead_items_name_length check (char_length(name) <= 200),
  quantity integer constraint lead_items_quantity_range check (quantity between 1 and 1000000),
  note text constraint lead_items_note_length check (char_length(note) <= 200),
  constraint lead_items_position_unique unique (lead_id, position)
);
comment on table public.lead_items is 'The lines of each inquiry: a product with its quantity and note.';
comment on column public.lead_items.position is 'In the basket, from 1.';
create index lead_items_of_product on public.lead_items (product_id);

select private.enable_row_security('public.lead_items');
grant select on public.lead_items to authenticated;
create policy "staff read" on public.lead_items for select to authenticated
using ((select private.is_staff()));

-- What a buyer and the seller call a lead by. It says nothing about the lead and opens nothing.
create function private.lead_reference(id uuid) returns text
language sql immutable set search_path = ''
as $$
  select 'GW-' || upper(left(id::text, 8))
$$;

-- The reference of a lead that was sent in the last day, by the caller if there is one, for a caller who knows all of its
-- texts. Runs with its owner's rights, since a sender may not read any lead.
create function private.inquiry_reference(
  name text, company text, email text, phone text, message text, selected_products text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.lead_reference(lead.id) from public.leads as lead
    where lower(lead.email) = lower(private.trimmed(inquiry_reference.email))
      and lead.created_at > now() - interval '1 day'
      and (lead.name, lead.company, lead.phone, lead.message, lead.selected_products) is not distinct from (
        private.trimmed(inquiry_reference.name), private.trimmed(inquiry_reference.company),
        private.trimmed(inquiry_reference.phone), nullif(private.trimmed(inquiry_reference.message), ''),
        inquiry_reference.selected_products
      )
    order by lead.sender_id is not distinct from auth.uid() desc, lead.created_at desc
    limit 1
  );
end
$$;

-- Stores an inquiry with its lines, in one transaction, under the limits on leads; an equal one is not stored again. Runs
-- with its owner's rights, since a sender learns no id to write lines for.
create function private.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer,
  delivery_city text, wants_branding boolean
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  names text[];
  lines jsonb;
  stored uuid;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 1000 then
    raise exception 'The items are a list of at most 1000 products' using errcode = '22023';
  end if;
  select
    coalesce(array_agg(item ->> 'name' order by place), '{}'),
    jsonb_agg(
      jsonb_build_array(
        (item ->> 'id')::uuid, item ->> 'name', (item ->> 'quantity')::integer, nullif(private.trimmed(item ->> 'note'), '')
      ) order by place
    )
  into names, lines
  from jsonb_array_elements(items) with ordinality as listed (item, place);

  insert into public.leads as lead (
    name, company, email, phone, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, lines_hash
  ) values (
    send_inquiry.name, send_inquiry.company, send_inquiry.email, send_inquiry.phone, send_inquiry.message, names,
    send_inquiry.needed_by, send_inquiry.budget_per_gift, send_inquiry.delivery_city,
    coalesce(send_inquiry.wants_branding, false), md5(lines::text)::uuid
  )
  returning lead.id into stored;
  if stored is null then
    return private.inquiry_reference(name, company, email, phone, message, names);
  end if;

  insert into public.lead_items (lead_id, position, product_id, name, quantity, note)
  select
    stored, place,
    (select product.id from public.products as product where product.id = (line ->> 0)::uuid and product.is_sample),
    line ->> 1, (line ->> 2)::integer, line ->> 3
  from jsonb_array_elements(lines) with ordinality as listed (line, place);
  return private.lead_reference(stored);
end
$$;

create function public.inquiry_reference(
  name text, company text, email text, phone text, message text default null, selected_products text[] default null
) returns text
language sql stable set search_path = ''
as $$
  select private.inquiry_reference(name, company, email, phone, message, selected_products)
$$;
comment on function public.inquiry_reference is
  'The reference of the newest lead of the last day with exactly these texts and products, of the caller''s own before others; null without one.';

create function public.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false
) returns text
language sql set search_path = ''
as $$
  select private.send_inquiry(
    name, company, email, phone, items, message, needed_by, budget_per_gift, delivery_city, wants_branding
  )
$$;
comment on function public.send_inquiry is
  'Stores an inquiry with quantities as a lead, and gives its reference. The items are its products, at most 1000, in order: [{"id", "name", "quantity", "note"}], of which only the name is required.';

-- Handling: what administrators and sales do with a lead, which itself is never changed. The history is only added to, and what
-- is current follows from it.
create table public.lead_events (
  lead_id uuid not null references public.leads (id) on delete cascade,
  -- In the order in which events become visible.
  number bigint generated always as identity primary key,
  actor_id uuid references auth.users (id) on delete set null,
  -- As it was then; it stays when the account is deleted.
  actor_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null
    constraint lead_events_kind_known check (kind in ('opened', 'state', 'assigned', 'due', 'note', 'answered', 'undone')),
  value text constraint lead_events_value_length check (char_length(value) <= 5000)
);
comment on table public.lead_events is 'What administrators and sales have done with each lead; rows are only added.';
comment on column public.lead_events.value is
  'The new state, the e-mail address of the new assignee, the day to come back on, the text of the note, how it was answered, or the number of the answer that is undone; null where there is none.';
create index lead_events_of_lead on public.lead_events (lead_id, number);
create index lead_events_of_actor on public.lead_events (actor_id);
create index lead_events_settled on public.lead_events (created_at) where kind = 'state' and value in ('won', 'lost');

create table public.lead_handling (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  state text not null default 'new'
    constraint lead_handling_state_known check (state in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam')),
  assigned_to uuid references auth.users (id) on delete set null,
  assigned_email text,
  due_on date,
  answered_at timestamptz,
  notes integer not null default 0,
  -- The lead's, so that one index filters and sorts.
  created_at timestamptz not null
);
comment on table public.lead_handling is 'One row a lead: what follows from its events. Unanswered are those without answered_at that are no spam.';
create index lead_handling_by_state on public.lead_handling (state, created_at desc, lead_id desc);
create index lead_handling_by_assignee on public.lead_handling (assigned_to, created_at desc, lead_id desc);
create index lead_handling_unanswered on public.lead_handling (created_at desc, lead_id desc)
where answered_at is null and state <> 'spam';
create index lead_handling_due on public.lead_handling (created_at desc, lead_id desc)
where due_on is not null and state not in ('won', 'lost', 'spam');

create table public.lead_openings (
  lead_id uuid not null references public.leads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  primary key (lead_id, user_id)
);
comment on table public.lead_openings is 'Which leads each person of the back office has opened; the others are new to that person.';
create index lead_openings_of_user on public.lead_openings (user_id);

select private.enable_row_security('public.lead_events');
select private.enable_row_security('public.lead_handling');
select private.enable_row_security('public.lead_openings');
grant select on public.lead_events, public.lead_handling, public.lead_openings to authenticated;
create policy "staff read" on public.lead_events for select to authenticated using ((select private.is_staff()));
create policy "staff read" on public.lead_handling for select to authenticated using ((select private.is_staff()));
create policy "staff read their own views of leads" on public.lead_openings for select to authenticated
using (user_id = (select auth.uid()) and (select private.is_staff()));

-- Runs with its owner's rights, since the sender of a lead writes nothing else.
create function private.start_handling() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_handling (lead_id, created_at) values (new.id, new.created_at);
  return null;
end
$$;

create trigger start_handling after insert on public.leads
for each row execute function private.start_handling();

-- Derives what is current from a lead's events. A lead that is answered is in progress unless its state says more; one
-- that is quoted, won or lost counts as answered.
create function private.derive_handling(lead uuid) returns void
language sql set search_path = ''
as $$
  with event as (
    select * from public.lead_events as listed
    where listed.lead_id = lead and not exists (
      select from public.lead_events as undoing
      where undoing.lead_id = lead and undoing.kind = 'undone' and undoing.value = listed.number::text
    )
  ),
  last_state as (select number, value from event where kind = 'state' order by number desc limit 1),
  present as (
    select
      coalesce(
        (select value from last_state where value <> 'new'),
        case when exists (select from event where kind = 'answered' and number > coalesce((select number from last_state), 0)) then 'in_progress' end,
        'new'
      ) as state,
      (select array[value] from event where kind = 'due' order by number desc limit 1) as due,
      (select min(created_at) from event where kind = 'answered') as answered_at,
      (select min(created_at) from event where kind = 'state' and value in ('quoted', 'won', 'lost')) as settled_at,
      (select count(*) from event where kind = 'note') as notes
  )
  update public.lead_handling as handling
  set
    state = present.state,
    due_on = present.due[1]::date,
    answered_at = case
      when present.state in ('quoted', 'won', 'lost') then least(present.answered_at, present.settled_at) else present.answered_at
    end,
    notes = present.notes
  from present
  where handling.lead_id = lead
$$;

create function private.handle_lead(lead uuid, kind text, value text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  current public.lead_handling;
  given text := nullif(private.trimmed(value), '');
  assignee record;
  stored bigint;
begin
  if not private.is_staff() then
    raise exception 'Only administrators and sales handle leads' using errcode = '42501';
  end if;
  -- One after the other, so that a client that has read an event has read those before it.
  perform pg_advisory_xact_lock(hashtextextended('handling of leads', 0));
  select * into current from public.lead_handling as handling where handling.lead_id = lead;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;

  case kind
    when 'opened' then
      given := null;
      insert into public.lead_openings values (lead, auth.uid()) on conflict do nothing;
      if not found then
        return null;
      end if;
    when 'state' then
      if given is null or given not in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam') then
        raise exception 'A lead has no such state' using errcode = '22023';
      elsif given = current.state then
        return null;
      end if;
    when 'assigned' then
      select users.id, users.email into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = given::uuid and (profiles.is_admin or profiles.is_sales);
      if given is not null and assignee.id is null then
        raise exception 'Leads are assigned to administrators and sales' using errcode = '22023';
      elsif assignee.id is not distinct from current.assigned_to then
        return null;
      end if;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      given := assignee.email;
    when 'due' then
      if given::date not between '2000-01-01' and '2999-12-31' then
        raise exception 'This day is out of range' using errcode = '22023';
      elsif given::date is not distinct from current.due_on then
        return null;
      end if;
      given := given::date::text;
    when 'note' then
      if given is null then
        raise exception 'A note has a text' using errcode = '22023';
      end if;
    when 'answered' then
      if given is null or given not in ('email', 'whatsapp') then
        raise exception 'Leads are answered by email or whatsapp' using errcode = '22023';
      end if;
    when 'undone' then
      perform from public.lead_events as event
      where event.lead_id = lead and event.kind = 'answered' and event.number::text = given;
      if not found then
        raise exception 'This lead has no such answer' using errcode = '22023';
      end if;
    else
      raise exception 'Leads are not handled like this' using errcode = '22023';
  end case;

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  values (lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, given)
  returning event.number into stored;
  perform private.derive_handling(lead);
  return stored;
end
$$;

create function public.handle_lead(lead uuid, kind text, value text default null) returns bigint
language sql set search_path = ''
as $$
  select private.handle_lead(lead, kind, value)
$$;
comment on function public.handle_lead is
  'Adds to the history of a lead, for administrators and sales: opened; state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or null); note (a text); answered (email, whatsapp); undone (the number of an answer). The number of the event, or null where nothing changes.';

create function private.administrators() returns table (id uuid, email text)
language sql stable security definer set search_path = ''
as $$
  select users.id, users.email::text from public.profiles join auth.users on users.id = profiles.id
  where (profiles.is_admin or profiles.is_sales) and (select private.is_staff())
  order by users.email
$$;

create function public.administrators() returns table (id uuid, email text)
language sql stable set search_path = ''
as $$
  select * from private.administrators()
$$;
comment on function public.administrators is 'Whom a lead can be assigned to: administrators and sales, by e-mail address. Empty for other callers.';

create function public.lead_pulse() returns table (unanswered integer, latest_event bigint)
language sql stable set search_path = ''
as $$
  select
    (
      select count(*) from (
        select from public.lead_handling where answered_at is null and state <> 'spam' order by created_at desc limit 1000
      ) as waiting
    ),
    coalesce((select max(number) from public.lead_events), 0)
  where (select private.is_staff())
$$;
comment on function public.lead_pulse is
  'How many leads are unanswered, at most 1000, and the number of the latest event: by which a screen knows that it is out of date. No row for anyone but administrators and sales.';

-- Runs with its owner's rights, since it would read more rows under the policies. `offset 0` looks rows up one by one, by the
-- keys of the recent leads: joined plainly, the long tables would be read whole.
create function private.lead_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  return jsonb_build_object(
    'waiting', (
      select jsonb_build_array(
        count(*) filter (where age < interval '8 hours'),
        count(*) filter (where age >= interval '8 hours' and age < interval '16 hours'),
        count(*) filter (where age >= interval '16 hours' and age < interval '24 hours'),
        count(*) filter (where age >= interval '24 hours' and age < interval '48 hours'),
        count(*) filter (where age >= interval '48 hours')
      )
      from (select now() - created_at as age from public.lead_handling where answered_at is null and state <> 'spam') as waiting
    ),
    'median_minutes', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from handling.answered_at - lead.created_at)) / 60)
      from public.leads as lead
      cross join lateral (select answered_at from public.lead_handling where lead_id = lead.id offset 0) as handling
      where lead.created_at > now() - interval '30 days' and handling.answered_at is not null
    ),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'won', won, 'lost', lost) order by month)
      from generate_series(date_trunc('month', now()) - interval '5 months', date_trunc('month', now()), interval '1 month') as month
      cross join lateral (
        select
          count(*) filter (where last.value = 'won') as won,
          count(*) filter (where last.value = 'lost') as lost
        from public.lead_events as last
        cross join lateral (select state from public.lead_handling where lead_id = last.lead_id offset 0) as handling
        where last.kind = 'state' and last.value in ('won', 'lost') and last.value = handling.state
          and last.created_at >= month and last.created_at < month + interval '1 month'
          and last.number = (
            select number from public.lead_events as latest
            where latest.lead_id = last.lead_id and latest.kind = 'state' order by number desc limit 1
          )
      ) as settled
    ),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        select title, count(*) as leads
        from public.leads as lead cross join lateral (select distinct unnest(lead.selected_products) as title) as asked
        where lead.created_at > now() - interval '90 days'
        group by title order by leads desc, title limit 8
      ) as top
    ),
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        with asked as materialized (
          select lead.id, unnest(lead.selected_products) as title from public.leads as lead
          where lead.created_at > now() - interval '90 days'
        ),
        tagged as materialized (
          select distinct titles.title, tag.name
          from (select distinct title from asked) as titles
          cross join lateral (select id from public.products where products.name = titles.title offset 0) as product
          cross join lateral (
            select industry_tag_id from public.product_industry_tags where product_id = product.id offset 0
          ) as link
          join public.industry_tags as tag on tag.id = link.industry_tag_id
        )
        select tagged.name as title, count(distinct asked.id) as leads
        from asked join tagged using (title)
        group by tagged.name order by leads desc, tagged.name limit 8
      ) as top
    )
  );
end
$$;

create function public.lead_figures() returns jsonb
language sql stable set search_path = ''
as $$
  select private.lead_figures()
$$;
comment on function public.lead_figures is
  'Figures for the dashboard: how many leads wait for an answer less than 8, 16, 24, 48 hours and longer; the median minutes until an answer, of the last 30 days; leads won and lost in each of the last six months; the eight products and industries of most leads of the last 90 days. Null for anyone but administrators and sales.';

-- Where the server announces changes, so are those of leads.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.lead_events;
  end if;
end
$$;

-- E-mails about leads, and invitations: rows that a server takes and sends. They are made with the lead, in its transaction, so a lead
-- that is stored has its e-mails, and sending delays no visitor. What they say is rendered from the lead.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.leads (id) on delete cascade,
  invitation_id uuid constraint outbox_invitation_once unique references private.invitations (id) on delete cascade,
  kind text not null constraint outbox_kind_known check (kind in ('acknowledgement', 'notice', 'invitation')),
  recipient text not null constraint outbox_recipient_length check (char_length(recipient) <= 254),
  state text not null default 'queued' constraint outbox_state_known check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text constraint outbox_last_error_length check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outbox_once unique (lead_id, kind, recipient),
  constraint outbox_about check (
    case kind when 'invitation' then invitation_id is not null and lead_id is null else lead_id is not null and invitation_id is null end
  )
);
comment on table public.outbox is 'E-mails about leads and invitations, queued and sent.';
comment on column public.outbox.kind is 'An acknowledgement to the buyer, a notice to an address of the seller, or an invitation to the back office.';
comment on column public.outbox.next_attempt_at is 'Of a queued e-mail; while it is being sent, when another server may take it.';
comment on column public.outbox.last_error is 'A code such as EENVELOPE 550; null while it is being sent.';
create index outbox_unsent on public.outbox (next_attempt_at) where state <> 'sent';

select private.enable_row_security('public.outbox');
grant select on public.outbox to authenticated;
-- Those of invitations are administrators' alone: invitations().
create policy "staff read e-mails of leads" on public.outbox for select to authenticated
using (lead_id is not null and (select private.is_staff()));

-- The mailbox that an address leads to, as far as its spelling says: in lower case, without what follows a plus sign, and
-- at Gmail without dots. Limits count mailboxes, so that a person has no second mailbox by another spelling.
create function private.normalized_mailbox(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (select regexp_replace(split_part(lower(address), '@', 1), '(.)\+.*$', '\1') as name, split_part(lower(address), '@', 2) as domain) as parts
$$;
create index outbox_of_mailbox on public.outbox (private.normalized_mailbox(recipient), created_at);

-- Queues the e-mails of a new lead. Anyone can name anyone's address, so a mailbox gets three acknowledgements a day at
-- most; and each address of the seller at most 500 notices an hour, more than one client address can
-- cause. Runs with its owner's rights, since no sender of a lead may write e-mails.
create function private.queue_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  acknowledgements_a_day constant integer := 3;
  notices_an_hour constant integer := 500;
  buyer constant text := private.normalized_mailbox(new.email);
begin
  -- Serialises concurrent leads of one mailbox.
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || buyer, 0));
  if acknowledgements_a_day > (
    select count(*) from public.outbox
    where private.normalized_mailbox(recipient) = buyer and kind = 'acknowledgement'
      -- Those dated in the future, from a clock that was wrong, do not count.
      and created_at between now() - interval '1 day' and now() + interval '1 minute'
  ) then
    insert into public.outbox (lead_id, kind, recipient) values (new.id, 'acknowledgement', new.email);
  end if;
  insert into public.outbox (lead_id, kind, recipient)
  select new.id, 'notice', address from public.site_settings, unnest(notice_emails) as address
  where notices_an_hour > (
    select count(*) from public.outbox
    where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind = 'notice'
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
  )
  on conflict do nothing;
  return null;
end
$$;

create trigger queue_mails after insert on public.leads
for each row when (private.is_sent_lead()) execute function private.queue_mails();

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. One
-- that was not taken for two days, or whose last attempt did not end, has failed.
create function public.claim_mails(batch integer default 5) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mails jsonb;
begin
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select id from public.outbox where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null
    from due where mail.id = due.id
    returning mail.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', private.lead_reference(coalesce(lead.id, invitation_id)),
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', coalesce(
        (
          select jsonb_agg(jsonb_build_object('name', item.name, 'quantity', quantity, 'note', note) order by item.position)
          from public.lead_items as item where item.lead_id = lead.id
        ),
        (
          select jsonb_agg(jsonb_build_object('name', product, 'quantity', null, 'note', null) order by place)
          from unnest(selected_products) with ordinality as listed (product, place)
        )
      )
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'colour_primary', colour_primary
      )
      from public.site_settings as site
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id;
  return mails;
end
$$;
comment on function public.claim_mails is
  'Gives at most so many e-mails that are due to the server that sends them; none of them to another for two minutes.';

-- Stores the result of an attempt. The delays between attempts grow from a minute to half a day; the eighth is the last.
create function public.finish_mail(mail_id uuid, attempt integer, error text default null, is_final boolean default false)
returns void
language plpgsql set search_path = ''
as $$
declare
  retry_delay constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
begin
  update public.outbox set
    state = case when error is null then 'sent' when is_final or retry_delay is null then 'failed' else 'queued' end,
    sent_at = case when error is null then now() end,
    last_error = left(error, 200),
    next_attempt_at = now() + coalesce(retry_delay, '0')
  where id = mail_id and state <> 'sent' and (error is null or (attempts = attempt and state = 'queued'));
end
$$;
comment on function public.finish_mail is
  'Says that an attempt of an e-mail was sent, or why not: it is tried again later, unless that is final.';

-- Runs with its owner's rights, since no role of the API writes e-mails.
create function private.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception 'Only administrators and sales send e-mails again' using errcode = '42501';
  end if;
  -- One that is being sent has no error.
  update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and lead_id is not null and state <> 'sent' and last_error is not null;
end
$$;

create function public.retry_mail(mail_id uuid) returns void
language sql set search_path = ''
as $$
  select private.retry_mail(mail_id)
$$;
comment on function public.retry_mail is 'Sends an e-mail that was not sent again, now.';

-- The inquiries that the caller has sent while signed in, at most 200, the newest first, with what can be put into the
-- basket again. They go by the account and not by an e-mail address: anyone can sign up with anyone's address where it is
-- not confirmed. What the seller thinks of a lead stays with the seller: of its state, only progress is shown.
create function private.my_inquiries() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object(
    'reference', private.lead_reference(mine.id), 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding,
    'state', case when handling.state in ('in_progress', 'quoted') then handling.state end,
    'lines', (
      select coalesce(json_agg(json_build_object(
        'name', line.name, 'quantity', line.quantity, 'note', line.note,
        'product', (
          select json_build_object(
            'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
            'budget', product.budget
          )
          from public.products as product
          where product.is_sample and (product.id = line.product_id or (not line.has_ids and product.name = line.name))
          order by product.created_at desc limit 1
        )
      ) order by line.position), '[]')
      from (
        select item.name, item.quantity, item.note, item.product_id, true as has_ids, item.position::bigint
        from public.lead_items as item where item.lead_id = mine.id
        union all
        -- The specification's inquiry holds names alone.
        select listed.name, null, null, null, false, listed.position
        from unnest(mine.selected_products) with ordinality as listed (name, position)
        where not exists (select from public.lead_items as item where item.lead_id = mine.id)
      ) as line
    )
  ) order by mine.created_at desc, mine.id), '[]')
  from (
    select * from public.leads where sender_id = (select auth.uid()) order by created_at desc, id limit 200
  ) as mine
  left join public.lead_handling as handling on handling.lead_id = mine.id
$$;

create function public.my_inquiries() returns json
language sql stable set search_path = ''
as $$
  select private.my_inquiries()
$$;
comment on function public.my_inquiries is
  'The inquiries that the caller has sent while signed in, newest first, at most 200: [{"reference", "created_at", "message", "needed_by", "budget_per_gift", "delivery_city", "wants_branding", "state", "lines": [{"name", "quantity", "note", "product"}]}].';
