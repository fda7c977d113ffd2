-- order days and links
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- A text that sorts as the value does, in every client.
-- Filters: state, also expired; unsettled: yes, what the buyer answered and unsettled_quotations() has; owner, the id of one of administrators(); lead; since and before, of their beginning; expiring,
-- unanswered, sent: yes; won, a month like 2027-03, or days like 2027-03-01_2027-03-15; likely, the month in which an open one is likely
-- to be won; source and campaign of its lead, or none; lines, "product:" or "category:" with an id or none, of its lines; reason, why its buyer declined it last; about, what it offered, or with the
-- states accepted and declined what was accepted or declined, as for find_leads. Sorted by created_at, number, company, total,
-- state, valid_until or owner.
create or replace function private.find_quotations(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, number text, revision smallint, company text, name text, total_paise bigint, state text, valid_until date, owner_email text,
  lead_id uuid, created_at timestamptz, sent_at timestamptz, sort_key text, source text, margin_paise bigint, reason text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'number', 'company', 'total', 'state', 'valid_until', 'owner'),
    'Quotations are sorted by created_at, number, company, total, state, valid_until or owner', '22023'
  );
  select
    found.id, found.number, revision, company, name, total_paise, found.state, valid_until, owner_email, lead_id, created_at, sent_at, key,
    (select lead.source from public.leads as lead where lead.id = found.lead_id),
    case when (select private.sees_margin()) then private.margin_of(found.id) end,
    case
      when found.state = 'declined' then private.reason_of_quotation(found.id)
      when found.state in ('sent', 'change_asked', 'expired') and exists (
        select from public.lead_handling as handling where handling.lead_id = found.lead_id and handling.state = 'lost'
      ) then private.reason_of_lead(found.lead_id)
    end
  from private.matching_quotations(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'number' then coalesce(found.number, '~')
      when 'company' then lower(company)
      when 'total' then lpad(total_paise::text, 20, '0')
      when 'state' then array_position(array['draft', 'sent', 'change_asked', 'expired', 'accepted', 'declined', 'withdrawn'], found.state)::text
      when 'valid_until' then valid_until::text
      when 'owner' then lower(owner_email)
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

-- What was given replaces what was given before. It stays beside the quotation, whose sent versions never change.
create or replace function private.save_buyer_details(
  token text, gstin text default null, billing_address text default null, delivery_places jsonb default '[]'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
  address constant text := private.cleaned_text('Billing address', billing_address, 400, false);
  places constant jsonb := private.cleaned_places(coalesce(delivery_places, '[]'));
  most constant numeric := private.most_gifts(version.content);
begin
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  perform private.require(
    private.gifts_in(places) <= coalesce(most, 1000000), format('The delivery places have %s gifts, and the quotation has at most %s', private.gifts_in(places), most), '22023'
  );
  insert into public.buyer_details as details (quotation_id, gstin, billing_address, delivery_places)
  values (version.quotation_id, number, address, places)
  on conflict (quotation_id) do update set
    gstin = excluded.gstin, billing_address = excluded.billing_address, delivery_places = excluded.delivery_places, given_at = now();
  perform private.record_by_link(link, 'details', jsonb_build_object('text', coalesce(nullif(concat_ws(
    E'\n', 'GSTIN ' || number, private.other_state(version, number), 'Billing address: ' || address,
    -- The places themselves may be homes, and go into no e-mail.
    case when places <> '[]' then format('Delivery: %s gifts to %s', private.gifts_in(places), case jsonb_array_length(places) when 1 then 'one place' else jsonb_array_length(places) || ' places' end) end
  ), ''), 'None')));
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
  -- What is not produced yet is produced with the logo.
  update public.order_lines as line set needs_proof = true
  from public.orders as own join public.quotations on quotations.id = own.quotation_id
  where line.order_id = own.id and line.state = 'preparing' and own.cancelled_at is null and (
    quotations.id = owner.quotation_id
    or quotations.lead_id in (select unnest(array[handling.lead_id, merged_into]) from public.lead_handling as handling where handling.lead_id = owner.lead_id)
  );
  perform private.record_artwork(token, stored);
end
$$;

-- Tells the buyer of the steps that they hear of. An undone step is not told where its e-mail has not left, nor is any of a cancelled
-- order: they wait a minute.
create or replace function private.tell_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.orders;
begin
  if new.kind in ('undone', 'cancelled') then
    delete from public.outbox where state = 'queued' and attempts = 0 and quotation_event in (
      select told.number from public.orders join public.quotation_events as told on told.quotation_id = orders.quotation_id
      where orders.id = new.order_id and told.kind = 'news' and (new.kind = 'cancelled' or told.value ->> 'event' = new.value ->> 'event')
    );
    return null;
  end if;
  -- Whose links the staff have ended gets no new one by a step.
  select * into own from public.orders where id = new.order_id and new.kind = any (orders.news) and cancelled_at is null and (
    exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id and purpose = 'buyer' and ended_at is null)
    or not exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id)
  );
  if own.id is not null then
    perform private.record_quotation_event(own.quotation_id, own.version_id, 'news', jsonb_build_object(
      'about', new.kind, 'order', own.number, 'event', new.number::text, 'text', private.news_text(new)
    ));
  end if;
  return null;
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
        select from public.quotations join public.orders on orders.quotation_id = quotations.id where quotations.lead_id = leads.id
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

create or replace function private.rotate_webhook_secret(webhook uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant text := private.new_webhook_secret();
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(exists (select from private.webhooks where id = webhook), 'This webhook does not exist', 'PT404');
  -- One that is former already would end before its day.
  update private.webhooks set former_secret = secret, secret = fresh, rotated_at = now()
  where id = webhook and coalesce(rotated_at <= now() - interval '1 day', true);
  perform private.require(found, 'The secret was changed less than a day ago, and the former one still signs: try again tomorrow, or delete the webhook', 'PT409');
  perform private.note_webhook(webhook, 'changed', '{"secret": "rotated"}');
  return fresh;
end
$$;

create or replace function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  receiver uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(is_enabled or event = 'test', 'Enable the webhook first', '22023')
  from private.webhook_deliveries as sent join private.webhooks on webhooks.id = webhook_id where sent.id = delivery;
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), created_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  ) returning webhook_id into receiver;
  update private.webhooks set paused_until = null where id = receiver;
end
$$;

comment on function public.open_calendar(pg_catalog.text) is 'The calendar feed of a token: {"site": its name, "days": [{"kind": follow_up, needed_by, valid_until or order, "id", "company", "name", "number": of a quotation or order, "day", "created_at"}]}. Any token that opens none answers 404.';
-- Written until here.
