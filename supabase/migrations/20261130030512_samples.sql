-- samples
select set_config('lock_timeout', '5s', true);

alter table public.site_settings
  add column offers_samples boolean not null default true,
  add column sample_charge integer constraint site_settings_sample_charge_range check (sample_charge between 1 and 100000),
  add column samples_a_month integer not null default 3 constraint site_settings_samples_a_month_range check (samples_a_month between 1 and 100),
  add column sample_return_days integer constraint site_settings_sample_return_days_range check (sample_return_days between 1 and 365);

create table public.samples (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  quotation_id uuid references public.quotations (id) on delete set null,
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

select private.enable_row_security('public.samples');
create policy "staff read" on public.samples for select to authenticated using ((select private.is_staff()));

create table private.sent_samples (
  id uuid primary key default gen_random_uuid(),
  network text not null,
  sent_at timestamptz not null default now()
);
comment on table private.sent_samples is 'From which network each sample of the last day was asked for.';
create index sent_samples_of_network on private.sent_samples (network, sent_at);
alter table private.sent_samples enable row level security;

alter table public.lead_events drop constraint lead_events_kind_known;
alter table public.lead_events add constraint lead_events_kind_known check (kind in ('opened', 'state', 'assigned', 'due', 'note', 'answered', 'merged', 'undone', 'added', 'link', 'received', 'sample'));
alter table public.outbox drop constraint outbox_kind_known;
alter table public.outbox add constraint outbox_kind_known check (kind in (
  'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
  'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years', 'test', 'digest', 'sample'
));
alter table public.outbox drop constraint outbox_about;
alter table public.outbox add constraint outbox_about check (
  (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample')) and (invitation_id is not null) = (kind = 'invitation')
  and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample', 'invitation', 'factor_removed', 'data_link', 'kept_years', 'test', 'digest'))
);

-- Written by npm run migration from supabase/schemas.
create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'offers_samples', nullif(offers_samples, true), 'sample_charge', sample_charge, 'sample_return_days', sample_return_days,
    'sells_pharma', nullif(own_products is not null and private.sells_pharma(), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;

-- Of a colleague's reference what is shared. Else with the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create or replace function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead public.leads;
begin
  select * into lead from private.colleagues_inquiries() as shared where private.lead_reference(shared.id) = upper(token);
  if found then
    return private.colleagues_inquiry_as_json(lead);
  end if;
  lead := private.linked_inquiry(token);
  return case when lead.id in (select id from private.own_inquiries()) then private.own_inquiry_as_json(lead) else private.inquiry_as_json(lead)::jsonb end || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  ))) || jsonb_build_object('samples', private.samples_as_json(lead.id));
end
$$;

-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" and "order" then.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,approval,colleague}');
  state constant text := private.state_of_link(link);
  version public.quotation_versions;
  site constant jsonb := private.site_details();
  sent jsonb;
begin
  select * into version from public.quotation_versions where id = link.version_id;
  sent := private.version_as_sent(version);
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', sent -> 'number', 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return sent || jsonb_build_object(
    'state', state, 'purpose', link.purpose, 'lines', private.lines_with_widths(version.content), 'sha256', version.sha256,
    -- Acceptances of 1.0.0 may have a part of their choice.
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note']
      || jsonb_build_object('choice', private.whole_choice(version.content, version.accepted -> 'choice')) end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = link.quotation_id and event.kind = 'comment'
    ),
    'approvals', private.approvals_on(link),
    'samples', case when link.purpose = 'buyer' then private.samples_as_json((select lead_id from public.quotations where id = link.quotation_id)) end,
    'needs_code', exists (select from public.seller_profile where needs_code), 'site', site
  ) || case
    when link.purpose = 'colleague' then '{"approvals": []}'
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object(
      'next_steps', (select next_steps from public.seller_profile), 'order', private.order_on_link(link.quotation_id)
    )
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

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
    quotation := (private.quotation_link(token, '{buyer}')).quotation_id;
    select lead_id into lead from public.quotations where id = quotation;
  else
    lead := (private.linked_inquiry(token)).id;
  end if;
  perform private.require(exists (select from public.leads where id = lead and erased_at is null), 'The details of this inquiry were deleted.', 'PT409');
  is_proven := quotation is not null or exists (select from public.outbox where links @> array[private.link_hash(token)]);
end
$$;

-- For whom samples count. What strangers ask for in the name of a company counts apart from what its proven addresses ask for.
create function private.company_of_samples(lead public.leads, is_proven boolean) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    'domain ' || private.own_domain((
      select users.email from public.profiles join auth.users using (id) where profiles.id = (select auth.uid()) and address_proven_at is not null
    )),
    case when is_proven then 'domain ' || private.own_domain(lead.email) end,
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
  ) <= 10, 'Too many samples were asked for from your network today. Please try again tomorrow.', 'PT429');
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
  texts := private.add_samples(lead, about.quotation, about.is_proven, private.wanted_samples(samples));
  perform private.record_buyer_event(lead, 'sample', left('Asked for: ' || texts, 5000)) where texts is not null;
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
  change constant jsonb := jsonb_build_object('state', step) || case step
    when 'agreed' then '{}'
    when 'refused' then jsonb_build_object('reason', input -> 'reason')
    when 'sent' then input - array['day', 'reason']
      || jsonb_build_object('tracking_url', coalesce(input ->> 'tracking_url', private.tracking_link(input ->> 'courier', input ->> 'tracking_number')))
      || jsonb_build_object('sent_on', coalesce(input ->> 'day', today::text))
    when 'delivered' then jsonb_build_object('delivered_on', coalesce(input ->> 'day', today::text))
    when 'kept' then '{}'
    when 'returned' then '{}'
  end;
begin
  perform private.require(change is not null, 'A sample has no such step', '22023');
  perform private.require(step <> 'refused' or input ->> 'reason' is not null, 'The reason is missing', '22023');
  perform private.require(private.is_web_address(input ->> 'tracking_url') is not false, 'The tracking link begins with https://', '22023');
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

-- The step of each sample that is in a state before it, one event a lead. "undone" takes the last step of each back, and its e-mail, if that was not sent.
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
    chosen := array(select id from public.samples where id = any (ids) and lead_id = lead and case step when 'undone' then steps <> '[]' else state = any (before) end);
    continue when cardinality(chosen) = 0;
    insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
    select lead, auth.uid(), actor, 'sample', left(string_agg(case step
      when 'undone' then format('Undone: %s, %s', steps -> -1 ->> 'step', private.sample_text(samples)) else private.sample_step_text(step, samples, change)
    end, E'\n' order by created_at, id), 5000) from public.samples where id = any (chosen)
    returning event.number into told;
    if step = 'undone' then
      delete from public.outbox where kind = 'sample' and lead_id = lead and state <> 'sent'
        and event_number in (select (steps -> -1 ->> 'event')::bigint from public.samples where id = any (chosen));
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
  'A step of samples: agreed, refused ("reason"), sent ("courier", "tracking_number", "tracking_url", "day"), delivered ("day"), kept, returned, or undone for the last one. How many it was done with. The buyer is mailed of an answer and of a parcel. For administrators and sales.');

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
  perform private.require(verdict in ('liked', 'not_for_us'), 'Choose a verdict', '22023');
  select * into judged from public.samples as own where own.id = sample and own.lead_id = lead.id for update;
  perform private.require(judged.id is not null, 'This sample was deleted.', 'PT404');
  perform private.require(judged.state in ('sent', 'delivered', 'kept', 'returned'), 'This sample was not sent yet.', '22023');
  if (judged.verdict, judged.comment) is not distinct from (judge_sample.verdict, input) then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'sample' and actor_email = lead.email and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'There were too many messages here today. Please write to us.', 'PT429');
  perform private.record_buyer_event(lead, 'sample', format('%s: %s', case verdict when 'liked' then 'We like it' else 'Not for us' end, private.sample_text(judged)) || coalesce(E'\n' || input, ''));
  select max(number) into told from public.lead_events where lead_id = lead.id and kind = 'sample';
  perform private.take_sample_step(judged, 'verdict', lead.name, told, jsonb_build_object('verdict', verdict, 'comment', input) || case
    when judged.state = 'sent' then jsonb_build_object('state', 'delivered', 'delivered_on', private.day_in_india(now())) else '{}'
  end);
end
$$;

select private.expose('judge_sample',
  'What the buyer of a link, or of an own reference, says of a sample that was sent: liked or not_for_us, and a comment. The seller is told.');

-- The time that lies so many working days back, from Monday to Friday in India: what came on a weekend came on Monday.
create function private.working_days_ago(days integer) returns timestamptz
language sql stable set search_path = '' as $$
  select now() - make_interval(days => max(back))
  from generate_series(days, 2 * days + 2) as back
  where days = (select count(*) from generate_series(0, back - 1) as passed where extract(isodow from private.day_in_india(now()) - passed) < 6)
$$;

-- One row a sample, with its lead, whose work it is, and for what it is overdue.
create view private.sample_rows with (security_invoker = true) as
select
  sample.*, lead.company as buyer_company, lead.name as buyer, lead.reference, quotation.number as quotation_number, standing.lead_id as standing_lead,
  coalesce(quotation.owner_id, standing.assigned_to) as owner_id, coalesce(quotation.owner_email, standing.assigned_email) as owner_email,
  sample.delivered_on + return_days as return_by,
  array_remove(array[
    case when sample.state = 'asked' and sample.created_at < private.working_days_ago(2) then 'asked' end,
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

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at', 'contact_id'] || jsonb_build_object(
        'reference', private.lead_reference(lead.id), 'samples', private.stored_samples(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'artworks', private.artworks_with(lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when kind = 'received' or lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) when received.event_number is not null then jsonb_build_object('subject', received.subject, 'attachments', received.attachments) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on reply.event_number = number
        left join public.received_mails as received on received.event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link', 'received', 'sample') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', jsonb_strip_nulls(jsonb_build_object('note', note)) || value, 'created_at', created_at,
      'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events left join private.approval_notes on event_number = number
      where contact_id = contact),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where lower(recipient) = lower(address) or lead_id = any (leads)
      or version_id in (select id from public.quotation_versions where quotation_id = any (quotation_ids))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by', 'contact_id'] order by created_at), '[]')
      from public.privacy_requests as request where contact_id = contact)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'contact', (select jsonb_build_object(
      'name', person.name, 'phone', phone, 'designation', designation, 'company', company.name, 'created_at', person.created_at
    ) from public.contacts as person left join public.companies as company on company.id = company_id where person.id = contact and erased_at is null)
  ));
end
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from private.artworks where quotation_id = any (ids);
  delete from public.samples where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  perform private.erase_orders(ids);
  perform private.erase_proofs(ids);
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(private.lead_reference(id))) from unnest(ids) as id
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from private.artworks where lead_id = any (ids);
  delete from public.samples where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  delete from public.received_mails where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when kind = 'received' or lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added', 'received', 'sample') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now(),
    source = null, medium = null, campaign = null, referrer = null, landing_page = null
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
end
$$;

create or replace function private.inquiry_data(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
begin
  return private.inquiry_as_json(lead)::jsonb || jsonb_build_object(
    'name', lead.name, 'company', lead.company, 'email', lead.email, 'phone', lead.phone, 'notice_version', lead.notice_version,
    'notice_language', lead.notice_language, 'notice_at', lead.notice_at, 'source', lead.source, 'medium', lead.medium,
    'campaign', lead.campaign, 'referrer', lead.referrer, 'landing_page', lead.landing_page, 'samples', private.stored_samples(lead.id)
  );
end
$$;

-- What waits in the lists of leads, quotations, orders and samples, by their filters, the most urgent first.
create or replace function private.waiting_lists() returns table (place bigint, part text, filters jsonb)
language sql stable set search_path = '' as $$
  select row_number() over (), listed.* from private.day_in_india(now()) as today cross join lateral (values
    ('answered_quotations', '{"unsettled": "yes"}'::jsonb),
    ('overdue_leads', jsonb_build_object('due_to', today - 1)),
    ('late_orders', '{"due": "late"}'),
    ('due_leads', jsonb_build_object('due_from', today, 'due_to', today)),
    ('due_orders', '{"due": "week"}'),
    ('unanswered_leads', '{"unanswered": "yes"}'),
    ('unanswered_quotations', '{"unanswered": "yes"}'),
    ('expiring_quotations', '{"expiring": "yes"}'),
    ('unanswered_samples', '{"overdue": "asked"}'),
    ('undelivered_samples', '{"overdue": "sent"}'),
    ('unreturned_samples', '{"overdue": "return"}'),
    ('unjudged_samples', '{"overdue": "verdict"}')
  ) as listed
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends, or an order is needed or begun.
create or replace function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', number, 'rows', rows) from (
    select private.count_leads(filters => waiting_list.filters) as number, (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select found.id, found.reference as number, found.company, found.name, found.created_at as at, case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
        from private.find_leads(
          ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
        ) as found join public.lead_handling as handling on handling.lead_id = found.id
      ) as listed
    ) as rows where part like '%leads'
    union all
    select private.count_quotations('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end as day
        from private.find_quotations(
          filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
        )
      ) as listed
    ) where part like '%quotations'
    union all
    select private.count_orders('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'late_orders' then needed_by else start_on end as day
        from private.find_orders(filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'late_orders' then 'needed_by' else 'start_on' end)
      ) as listed
    ) where part like '%orders'
    union all
    select private.count_samples('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select lead_id as id, reference as number, company, buyer as name, created_at as at, case part
          when 'undelivered_samples' then sent_on when 'unreturned_samples' then return_by when 'unjudged_samples' then delivered_on else private.day_in_india(created_at)
        end as day
        from private.find_samples(filters => waiting_list.filters, ascending => true, size => 5)
      ) as listed
    ) where part like '%samples'
  ) as counted where number > 0
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create or replace function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  perform private.queue_digests();
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind in ('acknowledgement', 'sample') and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval') or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        or kind in ('data_link', 'erasure_warning', 'sample')
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case kind
        when 'acknowledgement' then private.link_hash(due.token)
        when 'erasure_warning' then private.link_hash(due.token)
        when 'sample' then private.link_hash(due.token)
        when 'data_link' then private.link_hash(due.token)
        when 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', private.lead_reference(coalesce(lead.id, invitation_id))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'digest', case when kind = 'digest' then private.digest_of((select users.id from auth.users where users.email = recipient)) end,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary,
        'claimed_answer', claimed_answer, 'own_products', private.own_products()
      )
      from (values (1)) as one left join public.site_settings as site on true
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.sent_samples where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ select private.drop_contacts(array_agg(id), array_agg(company_id)) from public.contacts where erased_at is not null $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from private.webhook_deliveries where created_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

comment on column public.site_settings.sample_charge is 'Of one sample, in rupees; null where samples are free.';

comment on column public.site_settings.samples_a_month is 'How many a company may ask for in a month.';

comment on column public.site_settings.sample_return_days is 'After how many days buyers send samples back; null where they keep them.';

comment on column public.lead_events.value is 'The new state, the e-mail address of the new assignee, the day to come back on, the text of the note, how it was answered, the lead that it is merged into, the number of the event that is undone, what the buyer has added or written by e-mail, what was done with samples, or whether the buyer''s links were ended or renewed; null where there is none.';

revoke all on function private.sample_rules(OUT is_offered boolean, OUT charge integer, OUT a_month integer, OUT return_days integer) from public, anon, authenticated, service_role;

revoke all on function private.lead_of_samples(token text, OUT lead uuid, OUT quotation uuid, OUT is_proven boolean) from public, anon, authenticated, service_role;

revoke all on function private.company_of_samples(lead public.leads, is_proven boolean) from public, anon, authenticated, service_role;

revoke all on function private.limit_samples(company text, added integer) from public, anon, authenticated, service_role;

revoke all on function private.sample_text(sample public.samples) from public, anon, authenticated, service_role;

revoke all on function private.wanted_samples(samples jsonb) from public, anon, authenticated, service_role;

revoke all on function private.add_samples(lead public.leads, quotation uuid, is_proven boolean, wanted public.samples[]) from public, anon, authenticated, service_role;

revoke all on function private.samples_as_json(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.stored_samples(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.take_sample_step(sample public.samples, step text, actor text, event bigint, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.change_of_sample_step(step text, value jsonb) from public, anon, authenticated, service_role;

revoke all on function private.sample_step_text(step text, sample public.samples, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.working_days_ago(days integer) from public, anon, authenticated, service_role;

revoke all on function private.matching_samples(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function public.judge_sample(token text, sample uuid, verdict text, comment text) from public, anon, authenticated, service_role;
grant execute on function public.judge_sample(token text, sample uuid, verdict text, comment text) to anon, authenticated, service_role;

revoke all on function private.judge_sample(token text, sample uuid, verdict text, comment text) from public, anon, authenticated, service_role;
grant execute on function private.judge_sample(token text, sample uuid, verdict text, comment text) to anon, authenticated, service_role;

revoke all on function public.request_samples(token text, samples jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_samples(token text, samples jsonb) to anon, authenticated, service_role;

revoke all on function private.request_samples(token text, samples jsonb) from public, anon, authenticated, service_role;
grant execute on function private.request_samples(token text, samples jsonb) to anon, authenticated, service_role;

revoke all on function public.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function private.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function public.count_samples(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_samples(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_samples(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_samples(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.handle_samples(ids uuid[], step text, value jsonb) from public, anon, authenticated, service_role;
grant execute on function public.handle_samples(ids uuid[], step text, value jsonb) to authenticated, service_role;

revoke all on function private.handle_samples(ids uuid[], step text, value jsonb) from public, anon, authenticated, service_role;
grant execute on function private.handle_samples(ids uuid[], step text, value jsonb) to authenticated, service_role;

revoke all on table private.sample_rows from public, anon, authenticated, service_role;
-- Written until here.
