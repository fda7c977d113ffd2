-- sellers side
select set_config('lock_timeout', '5s', true);

alter table public.lead_events
  add column reason text constraint lead_events_reason_known check (reason in ('price', 'date', 'product', 'other')),
  add column note text constraint lead_events_note_length check (char_length(note) <= 2000);

-- Written by npm run migration from supabase/schemas.
drop function public.lead_pulse();

drop function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb);

drop function public.handle_lead(lead uuid, kind text, value text);

drop function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb);

drop function private.handle_lead(lead uuid, kind text, value text);

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  is_lost constant boolean := kind = 'state' and private.trimmed(value) = 'lost';
  assignee record;
  is_change boolean := true;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(
    reason is null or reason in ('price', 'date', 'product', 'other'), 'The reason of a lost lead is price, date, product or other', '22023'
  );
  -- Callers that handle the same lead wait for each other, and no others do.
  select * into current from public.lead_handling as handling where handling.lead_id = lead for update;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(
    kind not in ('due', 'note', 'answered', 'link') or exists (select from public.leads where id = lead and erased_at is null),
    'The details of this inquiry were erased', '22023'
  );

  case kind
    when 'opened' then
      input := null;
      is_change := current.state = 'new';
    when 'state' then
      perform private.require(
        input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023'
      );
      is_change := input <> current.state or is_lost and reason is not null;
    when 'assigned' then
      select users.id, users.email into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads are assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(
        input::date between '2000-01-01' and '2999-12-31' is not false, 'This date is out of range', '22023'
      );
      is_change := input::date is distinct from current.due_on;
      input := input::date::text;
    when 'note' then
      perform private.require(input is not null, 'A note needs a text', '22023');
    when 'answered' then
      perform private.require(input in ('email', 'whatsapp'), 'Leads are answered by email or whatsapp', '22023');
    when 'link' then
      perform private.require(input in ('ended', 'renewed'), 'The links of a buyer are ended or renewed', '22023');
      perform private.end_lead_links(lead, input = 'renewed');
    when 'merged' then
      perform private.merge_lead(lead, input::uuid);
      is_change := input::uuid is distinct from current.merged_into;
    when 'undone' then
      perform private.undo_lead_event(lead, input);
    else
      raise exception 'This change of a lead is not supported' using errcode = '22023';
  end case;
  if not is_change then
    return null;
  end if;

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value, reason, note)
  values (
    lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, input,
    case when is_lost then reason end, case when is_lost then nullif(private.trimmed(note), '') end
  )
  returning event.number into stored;
  perform private.derive_handling(lead);
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;

select private.expose('handle_lead',
  'Adds to the history of a lead, for administrators and sales: opened, state, assigned, due, note, answered, merged, undone or link, with its value, and of the state lost with a reason and a note. The number of the event, or null where nothing changes.');

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other.
create function private.handle_leads(
  kind text, value text default null, ids uuid[] default null, words text default '', since timestamptz default null,
  before timestamptz default null, filters jsonb default '{}', reason text default null, note text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead uuid;
  input text;
  stored bigint;
  numbers bigint[] := array[]::bigint[];
  undone constant bigint[] := case when kind = 'undone' then string_to_array(value, ',')::bigint[] end;
  matching record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(kind in ('state', 'assigned', 'undone'), 'This change of several leads is not supported', '22023');
  if ids is null and undone is null then
    matching := private.leads_condition(words, since, before, null, coalesce(filters, '{}'));
    execute 'select array_agg(handling.lead_id) from ' || matching.source || ' where ' || matching.condition
    into ids using private.word_patterns(words), since, before;
  end if;
  for lead, input in
    select listed.id, value from unnest(ids) as listed (id) where undone is null
    union
    select event.lead_id, event.number::text from public.lead_events as event
    where event.number = any (undone) and event.actor_id = auth.uid() and event.kind in ('state', 'assigned')
    order by 1
  loop
    stored := private.handle_lead(lead, kind, input, reason, note);
    numbers := case when stored is null then numbers else numbers || stored end;
  end loop;
  return jsonb_build_object('changed', cardinality(numbers), 'undo', nullif(array_to_string(numbers, ','), ''));
end
$$;

select private.expose('handle_leads',
  'Does the same with many leads, as handle_lead: state, or assigned; of those with the ids, else of all that find_leads finds. undone takes the "undo" of the answer, {"changed", "undo"}, the numbers of its events, which is null where nothing was changed.');

-- The inquiries that are one lead: the one that stands for the others, then those merged into it, the oldest first.
create function private.inquiries_of_lead(lead uuid) returns table (id uuid, rank bigint)
language sql stable security definer set search_path = '' as $$
  select part.lead_id, row_number() over (order by part.merged_into is not null, part.created_at, part.lead_id)
  from public.lead_handling as given
  join public.lead_handling as part on coalesce(given.merged_into, given.lead_id) in (part.lead_id, part.merged_into)
  join public.leads on leads.id = part.lead_id and leads.erased_at is null
  where given.lead_id = inquiries_of_lead.lead
$$;

-- What a lead asked for, as it stands beside a draft: [{"id", "reference", "created_at", "message", "needed_by", "budget_per_gift",
-- "delivery_city", "wants_branding", "lines": [{"name", "quantity", "note", "colours"}]}].
create function private.asked_by_lead(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', inquiry.id, 'reference', private.lead_reference(inquiry.id), 'created_at', inquiry.created_at, 'message', inquiry.message,
    'needed_by', inquiry.needed_by, 'budget_per_gift', inquiry.budget_per_gift, 'delivery_city', inquiry.delivery_city,
    'wants_branding', inquiry.wants_branding,
    'lines', coalesce((
      select json_agg(json_build_object('name', name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items where lead_id = inquiry.id
    ), (
      select json_agg(json_build_object('name', name, 'quantity', null, 'note', null, 'colours', null) order by position)
      from unnest(inquiry.selected_products) with ordinality as listed (name, position)
    ), '[]')
  ) order by part.rank), '[]')
  from private.inquiries_of_lead(lead) as part join public.leads as inquiry on inquiry.id = part.id
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into inquiry from public.leads where id = lead;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select private.start_quotation(lead, jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', (select terms from public.seller_profile),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'colour', line.colour, 'note', line.note,
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', coalesce((
        select picture.url
        from public.product_colours as shade
        join public.product_pictures as picture on picture.product_id = shade.product_id and picture.position = shade.picture_position
        where shade.product_id = product.id and lower(shade.name) = lower(line.colour)
      ), product.image_url),
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  ))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then shade.colour ->> 'name' else left((
        select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(item.colours) with ordinality as wanted (colour, rank)
      ), 200) end as colour,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

-- The lead is {"id", "reference", "company"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one),
    'lead', (
      select json_build_object('id', id, 'reference', private.lead_reference(id), 'company', company) from public.leads where id = found_one.lead_id
    ),
    'inquiries', private.asked_by_lead(found_one.lead_id),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line where line ->> 'product_id' is not null
    )
  );
end
$$;

-- Why a lead was lost: as staff have said, else as its buyer declined the last quotation; "none" where no one has said.
create or replace function private.reason_of_lead(lead uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select event.reason from public.lead_events as event
    where event.lead_id = lead and event.kind = 'state' and event.value = 'lost' and not exists (
      select from public.lead_events as undoing
      where undoing.lead_id = lead and undoing.kind = 'undone' and undoing.value = event.number::text
    )
    order by event.number desc limit 1
  ), (
    select event.value ->> 'reason' from public.quotations as quotation join public.quotation_events as event on event.quotation_id = quotation.id
    where quotation.lead_id = lead and event.kind = 'declined' order by event.number desc limit 1
  ), 'none')
$$;

-- What buyers have answered and the seller has to settle: a change that they asked for, a decline whose lead is still open, and an
-- acceptance of the last 30 days that no comment or reply has answered since.
create function private.unsettled_quotations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select quotation.id
  from public.quotations as quotation
  left join public.lead_handling as own on own.lead_id = quotation.lead_id
  left join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  where (select private.is_staff()) and quotation.erase_on is null and (
    quotation.state = 'change_asked'
    or quotation.state = 'declined' and standing.state not in ('won', 'lost', 'withdrawn', 'spam')
    or quotation.state = 'accepted' and exists (
      select from public.quotation_events as acceptance
      where acceptance.quotation_id = quotation.id and acceptance.kind = 'accepted' and acceptance.actor_id is null
        and acceptance.created_at > now() - interval '30 days'
        and not exists (
          select from public.quotation_events as answer
          where answer.quotation_id = quotation.id and answer.number > acceptance.number
            and (answer.kind = 'comment' and answer.actor_id is not null or answer.kind = 'accepted')
        )
        and not exists (
          select from public.lead_events as reply
          where reply.lead_id in (own.lead_id, standing.lead_id) and reply.kind = 'answered' and reply.created_at > acceptance.created_at
        )
    )
  )
$$;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create or replace function private.matching_quotations(words text, filters jsonb) returns setof private.quotation_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'owner', 'lead', 'since', 'before', 'expiring', 'unanswered', 'won', 'sent', 'reason', 'about', 'unsettled'] = '{}', 'Quotations have no such filter', '22023'
  );
  select * from private.quotation_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'owner' or owner_id = (filters ->> 'owner')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (filters ->> 'expiring' is distinct from 'yes' or state = 'sent' and valid_until <= private.day_in_india(now()) + 7)
    and (filters ->> 'unanswered' is distinct from 'yes' or state = 'sent' and sent_at < now() - interval '3 days')
    and (filters ->> 'unsettled' is distinct from 'yes' or id in (select private.unsettled_quotations()))
    and (not filters ? 'won' or won_in = filters ->> 'won')
    and (filters ->> 'sent' is distinct from 'yes' or number is not null)
    and (not filters ? 'reason' or private.reason_of_quotation(id) = filters ->> 'reason')
    and (not filters ? 'about' or id in (
      select quotation_id from private.counted_quotations
      where about = private.about_id(filters ->> 'about')
        and stage = case when filters ->> 'state' in ('accepted', 'declined') then filters ->> 'state' else 'quoted' end
    ))
$$;

create or replace function private.quotation_totals() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_staff() then jsonb_build_object(
    'change_asked', private.count_quotations('', '{"state": "change_asked", "unsettled": "yes"}'),
    'declined', private.count_quotations('', '{"state": "declined", "unsettled": "yes"}'),
    'accepted', private.count_quotations('', '{"state": "accepted", "unsettled": "yes"}'),
    'unanswered', private.count_quotations('', '{"unanswered": "yes"}'), 'expiring', private.count_quotations('', '{"expiring": "yes"}'),
    'won', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'paise', paise, 'count', won) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      cross join lateral (
        select coalesce(sum(total_paise), 0) as paise, count(*) as won from private.quotation_rows
        where won_in = to_char(month, 'YYYY-MM')
      ) as months
    )
  ) end;
end
$$;

-- Numbers become visible in another order than they are given: an event that is committed late has a lower one than the latest.
-- So those that are missing among the last thousand are taken off, and every event that becomes visible raises the result.
create function public.lead_pulse()
returns table (unanswered integer, new_leads integer, latest_event bigint, latest_lead timestamptz, unsettled_quotations integer)
language sql stable set search_path = '' as $$
  select
    (
      select count(*) from (
        select from public.lead_handling
        where merged_into is null and answered_at is null and state <> 'spam' order by created_at desc limit 1000
      ) as waiting
    ),
    (
      select count(*) from (
        select from public.lead_handling where state = 'new' and merged_into is null order by created_at desc limit 1000
      ) as unopened
    ),
    (
      select coalesce(max(number) - least(max(number), 1000) + count(*), 0) from public.lead_events
      where number > (select max(number) - 1000 from public.lead_events)
    ),
    (select max(created_at) from public.lead_handling where merged_into is null),
    (select count(*) from private.unsettled_quotations())
  where (select private.is_staff())
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(private.lead_reference(id))) from unnest(ids) as id
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, erased_at = now()
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
end
$$;

comment on column public.lead_events.reason is 'Why a lead was lost; null where no one has said.';

comment on column public.lead_events.note is 'What else was said of the reason.';

comment on function public.draft_quotation(pg_catalog.uuid) is 'Makes a quotation of a lead, a draft without prices: its lines and those of inquiries merged with it, one for each colour of a split line, with HSN, rate and picture of the product; its buyer, city and day; terms and validity of the seller''s profile. Its id.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "lead", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

comment on function public.quotation_totals() is 'Figures for the dashboard: {"change_asked", "declined", "accepted": with "unsettled", "unanswered": sent for more than three days, "expiring": within seven days, "won": [{"month", "paise", "count"}] of the last twelve months in India}. Each is what find_quotations finds by the filter of its name. Null for anyone but administrators and sales.';

comment on function public.lead_pulse() is 'How many leads are unanswered, and new, at most 1000 each, the number of the latest event, less those that are missing before it, when the newest lead came, and how many quotations have an answer of their buyer to be settled: by which a screen knows that it is out of date. No row for anyone but administrators and sales.';

revoke all on function private.inquiries_of_lead(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.asked_by_lead(lead uuid) from public, anon, authenticated, service_role;

revoke all on function public.handle_lead(lead uuid, kind text, value text, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function public.handle_lead(lead uuid, kind text, value text, reason text, note text) to authenticated, service_role;

revoke all on function private.handle_lead(lead uuid, kind text, value text, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function private.handle_lead(lead uuid, kind text, value text, reason text, note text) to authenticated, service_role;

revoke all on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text) to authenticated, service_role;

revoke all on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text) to authenticated, service_role;

revoke all on function public.lead_pulse() from public, anon, authenticated, service_role;
grant execute on function public.lead_pulse() to authenticated, service_role;

revoke all on function private.unsettled_quotations() from public, anon, authenticated, service_role;
grant execute on function private.unsettled_quotations() to authenticated, service_role;
-- Written until here.
