-- Samples that buyers ask for, by an inquiry or a link, and what became of them (product.md, section 2, Samples).

create table public.samples (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  -- As if by a foreign key (leave_quotation).
  quotation_id uuid,
  -- The name stays when the product is deleted.
  product_id uuid references public.products (id) on delete set null on update cascade,
  name text not null
    constraint samples_name_given check (private.is_trimmed_nonempty(name))
    constraint samples_name_length check (char_length(name) <= 200),
  colour text constraint samples_colour_length check (char_length(colour) <= 60),
  recipient text not null constraint samples_recipient_length check (char_length(recipient) <= 200),
  address text not null constraint samples_address_length check (char_length(address) <= 400),
  pin_code text not null constraint samples_pin_code_form check (pin_code ~ '^[1-9][0-9]{5}$'),
  phone text not null constraint samples_phone_length check (char_length(phone) <= 50),
  charge integer constraint samples_charge_range check (charge between 1 and 100000),
  company text not null,
  state text not null default 'asked'
    constraint samples_state_known check (state in ('asked', 'agreed', 'refused', 'sent', 'delivered', 'kept', 'returned')),
  reason text constraint samples_reason_length check (char_length(reason) <= 500),
  courier text constraint samples_courier_length check (char_length(courier) <= 60),
  tracking_number text constraint samples_tracking_number_length check (char_length(tracking_number) <= 60),
  tracking_url text constraint samples_tracking_url_form check (private.is_web_address(tracking_url)),
  sent_on date,
  delivered_on date,
  verdict text constraint samples_verdict_known check (verdict in ('liked', 'not_for_us')),
  comment text constraint samples_comment_length check (char_length(comment) <= 1000),
  steps jsonb not null default '[]',
  created_at timestamptz not null default now()
);
comment on table public.samples is 'Samples that buyers ask for. The delivery address is erased with the lead.';
comment on column public.samples.charge is 'In rupees, as it was when the sample was asked for; null for a free one.';
comment on column public.samples.company is 'For whom it counts in the limit of a month: the proven domain, else the company of the lead.';
comment on column public.samples.steps is 'What was done: [{"step", "at", "by", "event": the number in lead_events, "before": the columns that it changed}].';
create index samples_of_lead on public.samples (lead_id);
create index samples_of_quotation on public.samples (quotation_id);
create index samples_of_product on public.samples (product_id);
create index samples_of_company on public.samples (company, created_at);
create index samples_newest on public.samples (created_at desc, id desc);

select private.enable_row_security('public.samples', 'staff');

create table private.sent_samples (
  id uuid primary key default gen_random_uuid(),
  network text not null,
  sent_at timestamptz not null default now()
);
comment on table private.sent_samples is 'From which network each sample of the last day was asked for.';
create index sent_samples_of_network on private.sent_samples (network, sent_at);

-- The owner's rules; those of a new site until settings are saved.
create function private.sample_rules(out is_offered boolean, out charge integer, out a_month integer, out return_days integer)
language sql stable security definer set search_path = '' as $$
  select coalesce(offers_samples, true), sample_charge, coalesce(samples_a_month, 3), sample_return_days
  from (values (1)) as one left join public.site_settings on true
$$;

-- The lead of a buyer's link, or of the reference of one of the caller's own, and the quotation of a link to one. Whether its address is
-- proven: the link was mailed to it.
create function private.lead_of_samples(token text, out lead uuid, out quotation uuid, out is_proven boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    quotation := (private.shown_version(token)).quotation_id;
    select lead_id into lead from public.quotations where id = quotation;
  else
    lead := (private.linked_inquiry(token)).id;
  end if;
  perform private.require(exists (select from public.leads where id = lead and erased_at is null), 'The details of this inquiry were deleted.', 'PT409');
  is_proven := quotation is not null or exists (select from public.outbox where links @> array[private.link_hash(token)]);
end
$$;

-- For whom samples count. What strangers ask for in the name of a company counts apart from what its proven addresses ask for; those at a
-- public mail host count alone.
create function private.company_of_samples(lead public.leads, is_proven boolean) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    'domain ' || private.own_domain((
      select users.email from public.profiles join auth.users using (id) where profiles.id = (select auth.uid()) and address_proven_at is not null
    )),
    case when is_proven then 'domain ' || private.own_domain(lead.email) end,
    'contact ' || (
      select contacts.id::text from public.profiles join auth.users using (id) join public.contacts on contacts.email = lower(users.email)
      where profiles.id = (select auth.uid()) and address_proven_at is not null
    ),
    case when is_proven then 'contact ' || lead.contact_id end,
    'company ' || coalesce((select company_id::text from public.contacts where contacts.id = lead.contact_id), lower(lead.company))
  )
$$;

-- A company has so many samples a month of India, of which refused ones are none, and a network ten a day. Staff are not limited.
create function private.limit_samples(company text, added integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rules constant record := private.sample_rules();
  from_network constant text := private.client_network();
begin
  if private.is_staff() then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('samples of ' || company, 0));
  perform private.require(added + (
    select count(*) from public.samples as earlier where earlier.company = limit_samples.company and state <> 'refused'
      and created_at >= date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
  ) <= rules.a_month, format('A company may ask for %s a month. Please write to us if you need more.', case rules.a_month when 1 then 'one sample' else rules.a_month || ' samples' end), 'PT429');
  perform pg_advisory_xact_lock(hashtextextended('samples from ' || from_network, 0)) where from_network is not null;
  perform private.require(added + (
    select count(*) from private.sent_samples where network = from_network and sent_at > now() - interval '1 day'
  ) <= 10, 'Your network has requested too many samples today. Please try again tomorrow.', 'PT429');
  insert into private.sent_samples (network) select from_network from generate_series(1, added) where from_network is not null;
end
$$;

-- "Copper bottle in Red"
create function private.sample_text(sample public.samples) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' in ', sample.name, sample.colour)
$$;

-- The samples that a buyer asks for, as rows: {"items": [{"id", "name", "colour"}], "recipient", "address", "pin_code", "phone"}
create function private.wanted_samples(samples jsonb) returns public.samples[]
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant jsonb := private.cleaned_record(
    samples || jsonb_build_object('pin_code', regexp_replace(samples ->> 'pin_code', '\s', '', 'g')),
    '{"recipient": ["Recipient", "name", 200], "address": ["Address", "name", 400], "pin_code": ["PIN code", "name", 10], "phone": ["Phone", "name", 50]}'
  );
  items constant jsonb := samples -> 'items';
begin
  perform private.require((select is_offered from private.sample_rules()), 'We do not offer samples at present.', '22023');
  perform private.require(place ->> 'pin_code' ~ '^[1-9][0-9]{5}$', 'A PIN code has six digits', '22023');
  perform private.require(case when jsonb_typeof(items) = 'array' then jsonb_array_length(items) between 1 and 20 end, 'Choose a product first', '22023');
  return array(
    select jsonb_populate_record(null::public.samples, place || jsonb_build_object(
      'name', private.cleaned_text('The product', item ->> 'name', 200), 'colour', private.cleaned_text('The colour', item ->> 'colour', 60, false),
      'product_id', (select id from public.products where id = (item ->> 'id')::uuid and is_sample)
    )) from jsonb_array_elements(items) with ordinality as listed (item, position) order by position
  );
end
$$;

-- Stores them with a lead, within the limits, and gives their names. The same sample to the same address within ten minutes, after a lost
-- answer, is not asked for again.
create function private.add_samples(lead public.leads, quotation uuid, is_proven boolean, wanted public.samples[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  of_company constant text := private.company_of_samples(lead, is_proven);
  added public.samples[];
begin
  perform from public.lead_handling where lead_id = lead.id for update;
  added := array(
    select sample from unnest(wanted) as sample where not exists (
      select from public.samples as earlier where earlier.lead_id = lead.id and earlier.created_at > now() - interval '10 minutes'
        and (earlier.name, earlier.colour, earlier.recipient, earlier.address, earlier.pin_code, earlier.phone)
          is not distinct from (sample.name, sample.colour, sample.recipient, sample.address, sample.pin_code, sample.phone)
    )
  );
  perform private.limit_samples(of_company, cardinality(added)) where added <> '{}';
  insert into public.samples (lead_id, quotation_id, product_id, name, colour, recipient, address, pin_code, phone, charge, company)
  select lead.id, quotation, product_id, name, colour, recipient, address, pin_code, phone, charge_now, of_company
  from unnest(added) cross join (select rules.charge as charge_now from private.sample_rules() as rules) as present;
  return (select string_agg(private.sample_text(sample), ', ') from unnest(added) as sample);
end
$$;

-- By a link, or the reference of one of the caller's own inquiries.
create function private.request_samples(token text, samples jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about constant record := private.lead_of_samples(token);
  lead public.leads;
  texts text;
begin
  select * into lead from public.leads where id = about.lead;
  perform private.require(
    not exists (select from public.lead_handling where lead_id = lead.id and state = 'withdrawn'), 'This inquiry was withdrawn: please send a new one.', '22023'
  );
  perform private.require(
    not exists (select from public.quotations where id = about.quotation and state = 'declined'), 'This quotation was declined: ask for a new one.', 'PT409'
  );
  texts := private.add_samples(lead, about.quotation, about.is_proven, private.wanted_samples(samples));
  perform private.record_buyer_event(lead, 'sample', left('Requested: ' || texts, 5000)) where texts is not null;
end
$$;
select private.expose('request_samples',
  'Asks for samples {"items": [{"id", "name", "colour"}], "recipient", "address", "pin_code", "phone"} by a buyer''s link, or the reference of an own inquiry. The seller is told. 429 beyond the limits of the company and the network.');

-- By a new inquiry, whose message names them.
create function private.send_sample_inquiry(
  name text, company text, email text, phone text, items jsonb, samples jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant public.samples[] := private.wanted_samples(samples);
  sent text;
  lead public.leads;
begin
  sent := private.send_inquiry(name, company, email, phone, items, concat_ws(
    E'\n\n', nullif(private.trimmed(message), ''), 'Please send a sample: ' || (select string_agg(private.sample_text(sample), ', ') from unnest(wanted) as sample)
  ), needed_by, budget_per_gift, delivery_city, wants_branding, notice, marketing_consent, shares);
  select * into lead from public.leads
  where leads.reference = sent and lower(leads.email) = lower(private.trimmed(send_sample_inquiry.email)) order by created_at desc limit 1;
  perform private.add_samples(lead, null, false, wanted);
  return sent;
end
$$;
select private.expose('send_sample_inquiry',
  'As send_inquiry, with samples as for request_samples, which the message names. 429 beyond the limits of the company and the network.');

-- What a buyer sees: all but the address, and who did what.
create function private.samples_as_json(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', id, 'name', name, 'colour', colour, 'charge', sample.charge, 'state', state, 'reason', reason, 'courier', courier, 'tracking_number', tracking_number,
    'tracking_url', tracking_url, 'sent_on', sent_on, 'delivered_on', delivered_on,
    'return_by', case when state = 'delivered' then delivered_on + return_days end, 'verdict', verdict, 'comment', comment, 'created_at', created_at
  ) order by created_at, id), '[]')
  from public.samples as sample cross join private.sample_rules() where lead_id = lead
$$;

-- What is stored of a buyer's samples, for a copy of the data: the seller's people stand in no step.
create function private.stored_samples(lead uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(sample) - array['lead_id', 'quotation_id', 'product_id', 'company', 'steps'] order by created_at, id), '[]')
  from public.samples as sample where lead_id = lead
$$;

-- Does a step of a sample: changes columns, and stores those before.
create function private.take_sample_step(sample public.samples, step text, actor text, event bigint, change jsonb) returns void
language sql set search_path = '' as $$
  update public.samples as stored set
    state = next.state, reason = next.reason, courier = next.courier, tracking_number = next.tracking_number, tracking_url = next.tracking_url,
    sent_on = next.sent_on, delivered_on = next.delivered_on, verdict = next.verdict, comment = next.comment,
    steps = sample.steps || jsonb_build_array(jsonb_build_object('step', step, 'at', now(), 'by', actor, 'event', event, 'before', (
      select jsonb_object_agg(key, to_jsonb(sample) -> key) from jsonb_object_keys(change) as key
    )))
  from jsonb_populate_record(sample, change) as next where stored.id = sample.id
$$;

-- The columns that a step changes, from what staff have entered.
create function private.change_of_sample_step(step text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  input constant jsonb := private.cleaned_record(value, '{
    "reason": ["The reason", "text", 500], "courier": ["The courier", "text", 60], "tracking_number": ["The tracking number", "text", 60],
    "tracking_url": ["The tracking link", "text", 2000], "day": ["The day", "day"]
  }');
  change constant jsonb := jsonb_build_object('state', step) || case
    when step in ('agreed', 'kept', 'returned') then '{}'
    when step = 'refused' then jsonb_build_object('reason', input -> 'reason')
    when step = 'sent' then input - array['day', 'reason']
      || jsonb_build_object('tracking_url', coalesce(input ->> 'tracking_url', private.tracking_link(input ->> 'courier', input ->> 'tracking_number')))
      || jsonb_build_object('sent_on', coalesce(input ->> 'day', today::text))
    when step = 'delivered' then jsonb_build_object('delivered_on', coalesce(input ->> 'day', today::text))
  end;
begin
  perform private.require(change is not null, 'A sample has no such step', '22023');
  perform private.require(step <> 'refused' or input ->> 'reason' is not null, 'The reason is missing', '22023');
  perform private.require(private.is_web_address(input ->> 'tracking_url') is not false, 'The tracking link must begin with https://', '22023');
  return change;
end
$$;

-- What a step says in the history of the lead and, of an answer or a parcel, to the buyer.
create function private.sample_step_text(step text, sample public.samples, change jsonb) returns text
language sql immutable set search_path = '' as $$
  select initcap(step) || ': ' || concat_ws(', ', private.sample_text(sample), case
    when step = 'agreed' then coalesce('Rs.' || sample.charge, 'free')
    when step = 'refused' then change ->> 'reason'
    when step = 'sent' then concat_ws(', ', 'by ' || (change ->> 'courier'), change ->> 'tracking_number', change ->> 'tracking_url')
  end)
$$;

-- The samples of an answer or a parcel in the order of its text: [{"name": as the buyer has named it, "text": of the staff, "url"}].
create function private.samples_of_event(event public.lead_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('name', private.sample_text(sample), 'text', case
    when event.value like 'Agreed: %' then coalesce('Rs.' || charge, 'free')
    when event.value like 'Refused: %' then reason
    else concat_ws(', ', 'by ' || courier, tracking_number)
  end, 'url', case when event.value like 'Sent: %' then tracking_url end) order by created_at, id)
  from public.samples as sample
  where lead_id = event.lead_id and steps @> jsonb_build_array(jsonb_build_object('event', event.number))
$$;

-- The step of each sample that is in a state before it, one event a lead. "undone" takes the last step of each back, where its event is one
-- that the caller names, and an e-mail that was not begun once no sample stands behind it.
create function private.handle_samples(ids uuid[], step text, value jsonb default '{}') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := coalesce((select users.email from auth.users where users.id = auth.uid()), '');
  change constant jsonb := case when step <> 'undone' then private.change_of_sample_step(step, coalesce(value, '{}')) end;
  before constant text[] := case
    when step = 'agreed' then array['asked'] when step in ('refused', 'sent') then array['asked', 'agreed'] when step = 'delivered' then array['sent'] else array['delivered']
  end;
  lead uuid;
  chosen uuid[];
  handled integer := 0;
  told bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle samples');
  for lead in select distinct lead_id from public.samples where id = any (ids) order by lead_id loop
    perform from public.lead_handling where lead_id = lead for update;
    chosen := array(select id from public.samples where id = any (ids) and lead_id = lead and case step
      when 'undone' then value -> 'events' @> jsonb_build_array(steps -> -1 -> 'event') else state = any (before)
    end);
    continue when cardinality(chosen) = 0;
    insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
    select lead, auth.uid(), actor, 'sample', left(string_agg(case step
      when 'undone' then format('Undone: %s, %s', steps -> -1 ->> 'step', private.sample_text(samples)) else private.sample_step_text(step, samples, change)
    end, E'\n' order by created_at, id), 5000) from public.samples where id = any (chosen)
    returning event.number into told;
    if step = 'undone' then
      delete from public.outbox where kind = 'sample' and lead_id = lead and state = 'queued' and attempts = 0
        and event_number in (select (steps -> -1 ->> 'event')::bigint from public.samples where id = any (chosen)) and not exists (
          select from public.samples as other where other.lead_id = lead and other.id <> all (chosen)
            and other.steps @> jsonb_build_array(jsonb_build_object('event', event_number))
        );
      perform private.take_sample_step(sample, step, actor, told, steps -> -1 -> 'before') from public.samples as sample where id = any (chosen);
      update public.samples set steps = steps - -1 - -1 where id = any (chosen);
    else
      perform private.take_sample_step(sample, step, actor, told, change) from public.samples as sample where id = any (chosen);
    end if;
    if step in ('agreed', 'refused', 'sent') then
      insert into public.outbox (lead_id, kind, recipient, event_number)
      select id, 'sample', email, told from public.leads where id = lead and private.is_deliverable(email);
      perform private.handle_lead(lead, 'answered', 'email');
    end if;
    handled := handled + cardinality(chosen);
  end loop;
  return handled;
end
$$;
select private.expose('handle_samples',
  'A step of samples: agreed, refused ("reason"), sent ("courier", "tracking_number", "tracking_url", "day"), delivered ("day"), kept, returned, or undone for the last one ("events": theirs). How many it was done with. The buyer is mailed of an answer and a parcel. For staff.');

-- The last verdict counts, at most twenty a day. A sample that has one has arrived.
create function private.judge_sample(token text, sample uuid, verdict text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead public.leads;
  input constant text := private.cleaned_text('The comment', comment, 1000, false);
  judged public.samples;
  told bigint;
begin
  select leads.* into lead from private.lead_of_samples(token) as about join public.leads on leads.id = about.lead;
  perform private.require(verdict in ('liked', 'not_for_us'), 'Choose “We like it” or “Not for us”', '22023');
  -- As the staff's steps do, so that each finds what the other has done.
  perform from public.lead_handling where lead_id = lead.id for update;
  select * into judged from public.samples as own where own.id = sample and own.lead_id = lead.id for update;
  perform private.require(judged.id is not null, 'This sample was deleted.', 'PT404');
  perform private.require(judged.state in ('sent', 'delivered', 'kept', 'returned'), 'This sample has not been sent yet.', '22023');
  if (judged.verdict, judged.comment) is not distinct from (judge_sample.verdict, input) then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'sample' and actor_email = lead.email and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many messages were sent here today. Please write to us.', 'PT429');
  perform private.record_buyer_event(lead, 'sample', format('%s: %s', case verdict when 'liked' then 'We like it' else 'Not for us' end, private.sample_text(judged)) || coalesce(E'\n' || input, ''));
  select max(number) into told from public.lead_events where lead_id = lead.id and kind = 'sample';
  perform private.take_sample_step(judged, 'verdict', lead.name, told, jsonb_build_object('verdict', verdict, 'comment', input) || case
    when judged.state = 'sent' then jsonb_build_object('state', 'delivered', 'delivered_on', private.day_in_india(now())) else '{}'
  end);
end
$$;
select private.expose('judge_sample',
  'What the buyer of a link, or of an own reference, says of a sample that was sent: liked or not_for_us, and a comment. The seller is told.');

-- The time that is so many working days before another, from Monday to Friday in India: a weekend is the first moment of its Monday.
create function private.working_time_before(at timestamptz, days integer) returns timestamptz
language sql immutable set search_path = '' as $$
  select (private.working_days_before(here::date, days) + case when extract(isodow from here) < 6 then here::time else '00:00' end) at time zone 'Asia/Kolkata'
  from (select at at time zone 'Asia/Kolkata' as here) as clock
$$;

-- One row a sample, with its lead, whose work it is, and for what it is overdue.
create view private.sample_rows with (security_invoker = true) as
select
  sample.*, lead.company as buyer_company, lead.name as buyer, lead.reference, quotation.number as quotation_number, standing.lead_id as standing_lead,
  coalesce(quotation.owner_id, standing.assigned_to) as owner_id, coalesce(quotation.owner_email, standing.assigned_email) as owner_email,
  sample.delivered_on + return_days as return_by,
  array_remove(array[
    case when sample.state = 'asked' and sample.created_at < private.working_time_before(now(), 2) then 'asked' end,
    case when sample.state = 'sent' and sample.sent_on < today - 10 then 'sent' end,
    case when sample.state = 'delivered' and sample.delivered_on + return_days < today then 'return' end,
    case when sample.state = 'delivered' and sample.verdict is null and sample.delivered_on < today - 7 then 'verdict' end
  ], null) as overdue,
  lower(concat_ws(' ', sample.name, sample.colour, lead.company, lead.name, lead.reference, quotation.number, sample.courier, sample.tracking_number)) as search_text
from public.samples as sample
join public.leads as lead on lead.id = sample.lead_id
join public.lead_handling as own on own.lead_id = sample.lead_id
join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
left join public.quotations as quotation on quotation.id = sample.quotation_id
cross join private.sample_rules() cross join private.day_in_india(now()) as today;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create function private.matching_samples(words text, filters jsonb) returns setof private.sample_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'overdue', 'owner', 'lead', 'quotation', 'since', 'before'] = '{}', 'Samples have no such filter', '22023'
  );
  select * from private.sample_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'overdue' or case filters ->> 'overdue' when 'yes' then overdue <> '{}' else filters ->> 'overdue' = any (overdue) end)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or (filters ->> 'lead')::uuid in (lead_id, standing_lead))
    and (not filters ? 'quotation' or quotation_id = (filters ->> 'quotation')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity') and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
$$;

-- Filters: state; overdue: asked, without an answer for two working days; sent, not delivered after ten days; return, not back after the
-- owner's days; verdict, none seven days after the delivery; or yes for any. owner, the id of one of administrators() or none; lead, also
-- one that stands for the sample's; quotation; since and before, of the asking. Sorted by created_at, name, company, state or owner. Addresses
-- are of a lead or a quotation alone.
create function private.find_samples(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, lead_id uuid, quotation_id uuid, quotation_number text, reference text, company text, buyer text, name text, colour text, charge integer, state text, reason text,
  courier text, tracking_number text, tracking_url text, sent_on date, delivered_on date, return_by date, verdict text, comment text, owner_email text,
  overdue text[], steps jsonb, delivery jsonb, created_at timestamptz, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'name', 'company', 'state', 'owner'), 'Samples are sorted by created_at, name, company, state or owner', '22023'
  );
  select
    found.id, found.lead_id, found.quotation_id, quotation_number, found.reference, buyer_company, buyer, found.name, found.colour, found.charge, found.state, found.reason,
    found.courier, found.tracking_number, found.tracking_url, found.sent_on, found.delivered_on, found.return_by, found.verdict, found.comment, found.owner_email, found.overdue,
    (select coalesce(jsonb_agg(step - 'before' order by position), '[]') from jsonb_array_elements(found.steps) with ordinality as listed (step, position)),
    case when filters ?| array['lead', 'quotation'] then jsonb_build_object(
      'recipient', recipient, 'address', address, 'pin_code', pin_code, 'phone', phone
    ) end, found.created_at, key
  from private.matching_samples(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(found.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'name' then lower(found.name)
      when 'company' then lower(buyer_company)
      when 'state' then array_position(array['asked', 'agreed', 'refused', 'sent', 'delivered', 'kept', 'returned'], found.state)::text
      when 'owner' then coalesce(lower(found.owner_email), '~')
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;
select private.expose('find_samples',
  'Samples with all of the words in their product, buyer, reference or parcel, that meet the filters of matching_samples: at most "size" of those beyond a sort_key and an id. Nothing for anyone but administrators and sales; addresses with the filter lead or quotation alone.');

create function private.count_samples(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_samples(words, filters) having (select private.is_staff())
$$;
select private.expose('count_samples', 'How many samples find_samples finds in all. Null for anyone but administrators and sales.');
