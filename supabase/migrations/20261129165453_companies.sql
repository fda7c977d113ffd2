-- companies
select set_config('lock_timeout', '5s', true);

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint companies_name_given check (private.is_trimmed_nonempty(name))
    constraint companies_name_length check (char_length(name) <= 200),
  gstin text constraint companies_gstin_form check (gstin ~ '^[0-9A-Z]{15}$'),
  billing_address text constraint companies_billing_address_length check (char_length(billing_address) <= 400),
  domains text[] not null default '{}'
    constraint companies_domains_form check (array_position(domains, null) is null and cardinality(domains) <= 50 and private.max_text_length(domains) <= 253),
  owner_id uuid references auth.users (id) on delete set null,
  terms text constraint companies_terms_length check (char_length(terms) <= 5000),
  note text constraint companies_note_length check (char_length(note) <= 5000),
  next_step text constraint companies_next_step_length check (char_length(next_step) <= 200),
  next_on date constraint companies_next_on_range check (next_on between '2000-01-01' and '2999-12-31'),
  created_at timestamptz not null default now(),
  version integer not null default 0,
  merged_into uuid references public.companies (id) on delete set null,
  merged jsonb
);
create unique index companies_gstin_unique on public.companies (gstin) where merged_into is null;
create index companies_of_domain on public.companies using gin (domains) with (fastupdate = off);
create index companies_of_owner on public.companies (owner_id);
create index companies_merged on public.companies (merged_into);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint contacts_email_form check (private.is_email_address(email)),
  name text constraint contacts_name_length check (char_length(name) <= 200),
  phone text constraint contacts_phone_length check (char_length(phone) <= 50),
  designation text constraint contacts_designation_length check (char_length(designation) <= 200),
  company_id uuid references public.companies (id) on delete set null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  erased_at timestamptz
);
create unique index contacts_email_unique on public.contacts (lower(email));
create index contacts_of_company on public.contacts (company_id);
create index contacts_of_user on public.contacts (user_id);

alter table public.leads add column contact_id uuid references public.contacts (id) on delete set null;
create index leads_of_contact on public.leads (contact_id, created_at desc);
alter table public.quotations add column contact_id uuid references public.contacts (id) on delete set null;
create index quotations_of_contact on public.quotations (contact_id);
alter table public.quotation_versions add column contact_id uuid references public.contacts (id) on delete set null;
create index quotation_versions_of_contact on public.quotation_versions (contact_id);
drop index public.quotation_versions_of_email;
alter table public.quotation_events add column contact_id uuid references public.contacts (id) on delete set null;
create index quotation_events_of_contact on public.quotation_events (contact_id);
alter table public.privacy_requests add column contact_id uuid references public.contacts (id) on delete set null;
create index privacy_requests_of_contact on public.privacy_requests (contact_id);
alter table public.profiles
  add column away_until date constraint profiles_away_until_range check (away_until between '2000-01-01' and '2999-12-31'),
  add column deputy_id uuid references auth.users (id) on delete set null;
create index profiles_of_deputy on public.profiles (deputy_id);
create table private.handed_quotations (
  event_number bigint references public.lead_events (number) on delete cascade,
  quotation_id uuid references public.quotations (id) on delete cascade,
  owner_id uuid,
  owner_email text not null,
  primary key (event_number, quotation_id)
);
create index handed_quotations_of_quotation on private.handed_quotations (quotation_id);
alter table private.handed_quotations enable row level security;
alter table public.companies enable row level security;
alter table public.contacts enable row level security;

-- Written by npm run migration from supabase/schemas.
create or replace function private.my_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', profiles.name, 'telephone', profiles.telephone, 'signature', profiles.signature,
    'away_until', profiles.away_until, 'deputy_id', profiles.deputy_id,
    'recovery_codes', (
      select count(code_hash) from auth.mfa_factors left join private.recovery_codes on factor_id = mfa_factors.id
      where user_id = profiles.id and status = 'verified' having count(distinct mfa_factors.id) > 0
    ),
    'sessions', (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'device', user_agent, 'used_at', updated_at, 'is_current', id::text = auth.jwt() ->> 'session_id'
      ) order by updated_at desc)
      from auth.sessions where user_id = profiles.id
    )
  ) from public.profiles where id = (select auth.uid()) and (select private.is_staff())
$$;

create function private.save_absence(away_until date, deputy uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales are away');
  perform private.require(
    deputy is null or deputy <> auth.uid() and exists (select from public.profiles where id = deputy and (is_admin or is_sales)),
    'A deputy is another person of the back office', '22023'
  );
  perform private.require(away_until is null or deputy is not null, 'Choose a deputy', '22023');
  update public.profiles as profile set away_until = away_until, deputy_id = deputy where profile.id = auth.uid();
end
$$;

select private.expose('save_absence', 'Saves until which day the caller is away, null for not, and who gets the e-mails meanwhile. For administrators and sales.');

-- Who does a person's work today: the deputy while the person is away and both are on the staff.
create function private.acting_for(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select deputy.id from public.profiles as away join public.profiles as deputy on deputy.id = away.deputy_id and (deputy.is_admin or deputy.is_sales)
    where away.id = person and away.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ), person)
$$;

-- The condition on leads of the words (their patterns are $1), in a range of time ($2 to before $3) or after a moment
-- ($4), and of filters, and the table or tables that it reads: `lead` only where it is needed. Words that are a telephone number
-- also find its digits. A merged lead is found by its reference alone; elsewhere the lead stands for it that it was merged into.
create or replace function private.leads_condition(
  words text, since timestamptz, before timestamptz, after timestamptz, filters jsonb, sorted text default 'created_at',
  out condition text, out source text
)
language plpgsql immutable set search_path = '' as $$
declare
  unknown constant text := (
    select string_agg(key, ', ') from jsonb_object_keys(filters) as key where key not in (
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company'
    )
  );
begin
  perform private.require(unknown is null, 'Leads have no such filter: ' || unknown, '22023');
  source := 'public.lead_handling as handling' || case
    when words ~ '\S' or filters ? 'email' or sorted in ('name', 'company') then ' join public.leads as lead on lead.id = handling.lead_id' else ''
  end;
  condition := concat_ws(
    ' and ', 'true',
    (
      select format(
        '(%s %s)', string_agg(format('lead.search_text like $1[%s]', position), ' and '),
        'or lead.search_text like ' || quote_literal('%' || private.phone_digits(words) || '%')
      )
      from generate_subscripts(private.word_patterns(words), 1) as position
      having count(*) > 0
    ),
    case
      when filters ? 'merged_into' then format('handling.merged_into = %L', (filters ->> 'merged_into')::uuid)
      when coalesce(words, '') !~* '^\s*(gw[- ]?)?[0-9a-f]{4,8}\s*$' then 'handling.merged_into is null'
    end,
    case when since is not null then 'handling.created_at >= $2' end,
    case when before is not null then 'handling.created_at < $3' end,
    case when after is not null then 'handling.created_at > $4' end,
    case
      when filters ->> 'state' = 'open' then 'handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')'
      when filters ? 'state' then format('handling.state = %L', filters ->> 'state')
    end,
    case
      when filters ->> 'assigned' = 'none' then 'handling.assigned_to is null'
      when filters ? 'assigned' then format('handling.assigned_to = %L', (filters ->> 'assigned')::uuid)
    end,
    case when filters ? 'reason' then format('private.reason_of_lead(handling.lead_id) = %L', filters ->> 'reason') end,
    case when filters ->> 'unanswered' = 'yes' then 'handling.answered_at is null and handling.state <> ''spam''' end,
    case when filters ->> 'answered' = 'yes' then 'handling.answered_at is not null' end,
    case
      when filters ? 'about' then
        format('handling.lead_id in (select lead_id from private.counted_leads where about = %L)', private.about_id(filters ->> 'about'))
    end,
    case
      when filters ? 'company' then format(
        'handling.lead_id in (select leads.id from public.contacts join public.leads on contact_id = contacts.id where company_id = %L)', (filters ->> 'company')::uuid
      )
    end,
    case
      when filters ? 'weekday' then
        format('extract(isodow from handling.created_at at time zone ''Asia/Kolkata'') = %s', (filters ->> 'weekday')::integer)
    end,
    case
      when filters ?| array['due_from', 'due_to'] then format(
        'handling.due_on between %L and %L and handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')',
        coalesce((filters ->> 'due_from')::date, '-infinity'), coalesce((filters ->> 'due_to')::date, 'infinity')
      )
    end,
    case
      when filters ? 'email' then format(
        '(lower(lead.email) = lower(%L)%s)', filters ->> 'email',
        ' or lead.search_text like ' || quote_literal('%' || private.phone_digits(filters ->> 'phone') || '%')
      )
    end,
    case
      when filters ->> 'mail' = 'failed' then
        'handling.lead_id in (select lead_id from public.outbox where state <> ''sent'' and last_error is not null)'
    end
  );
end
$$;

-- Runs with its owner's rights, since the sender of a lead may not read any. Administrators are not limited.
create or replace function private.limit_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- High, so that a client that enters another person's e-mail address does not block that person's leads; fewer from
  -- one client address are enough.
  for_one_email constant integer := 200;
  from_one_address constant integer := 300;
  for_one_email_from_one_address constant integer := 40;
  -- Those that differ between equal leads; addresses whatever their case.
  own_columns constant text[] := array['id', 'created_at', 'email', 'search_text', 'link', 'notice_version', 'notice_language', 'notice_at', 'contact_id'];
  -- Rows dated later come from a clock that was wrong and do not count.
  since constant timestamptz := new.created_at - interval '1 hour';
  until constant timestamptz := new.created_at + interval '1 minute';
  of_network constant text := private.client_network();
  is_duplicate boolean;
  -- The leads after which the limits are reached: the next one waits until an hour after them.
  last_free timestamptz;
begin
  if private.is_admin() then
    return new;
  end if;
  -- Serialises concurrent leads of one e-mail address, then those of one network.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(new.email), 0));
  select
    coalesce(bool_or(
      latest.created_at > new.created_at - interval '10 minutes'
      and to_jsonb(latest) - own_columns = to_jsonb(new) - own_columns
    ), false),
    case when count(*) >= for_one_email then min(latest.created_at) end
  into is_duplicate, last_free
  from (
    select * from public.leads
    -- Without this statement's own row.
    where lower(email) = lower(new.email) and created_at > since and created_at < until and created_at <> new.created_at
    order by created_at desc
    limit for_one_email
  ) as latest;

  -- A duplicate of the same sender, sent again after a lost response or a double click, succeeds without a second row.
  if is_duplicate then
    return null;
  end if;
  if of_network is not null then
    perform pg_advisory_xact_lock(hashtextextended('leads from ' || of_network, 0));
    select greatest(last_free, max(nth.sent_at)) into last_free from (
      (
        select sent_at from private.sent_leads where network = of_network and sent_at > since and sent_at < until
        order by sent_at desc offset from_one_address - 1 limit 1
      ) union all (
        select sent_at from private.sent_leads
        where network = of_network and email = lower(new.email) and sent_at > since and sent_at < until
        order by sent_at desc offset for_one_email_from_one_address - 1 limit 1
      )
    ) as nth;
  end if;
  if last_free is not null then
    perform private.raise_too_many_requests(last_free + interval '1 hour' - new.created_at);
  end if;
  insert into private.sent_leads (network, email, sent_at)
  select of_network, lower(new.email), new.created_at where of_network is not null;
  return new;
end
$$;

-- Takes back an answer, a state, an assignment or a merge of a lead, by the number of its event. What was done later stays.
create or replace function private.undo_lead_event(lead uuid, event_number text) returns void
language plpgsql set search_path = '' as $$
declare
  undone text;
  assignee record;
begin
  select event.kind into undone from public.lead_events as event
  where event.lead_id = lead and event.kind in ('answered', 'state', 'assigned', 'merged') and event.number::text = event_number;
  perform private.require(undone is not null, 'This lead has no such answer', '22023');
  perform from public.lead_events as later where later.lead_id = lead and later.kind = undone and later.number > event_number::bigint;
  if undone = 'merged' and not found then
    update public.lead_handling as handling set merged_into = null where handling.lead_id = lead;
  elsif undone = 'assigned' and not found then
    select users.id, users.email into assignee
    from auth.users join public.profiles on profiles.id = users.id
    where (profiles.is_admin or profiles.is_sales) and users.email = (
      select event.value from public.lead_events as event
      where event.lead_id = lead and event.kind = 'assigned' and event.number < event_number::bigint order by event.number desc limit 1
    );
    update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
    update public.quotations as quotation set owner_id = former.owner_id, owner_email = former.owner_email
    from private.handed_quotations as former where former.event_number = undo_lead_event.event_number::bigint and quotation.id = former.quotation_id;
  end if;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create or replace function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  is_lost constant boolean := kind = 'state' and private.trimmed(value) = 'lost';
  assignee auth.users;
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
      perform private.require(input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023');
      is_change := input <> current.state or is_lost and reason is not null;
    when 'assigned' then
      select users.* into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads are assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(input::date between '2000-01-01' and '2999-12-31' is not false, 'This date is out of range', '22023');
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
  perform private.give_quotations_of(lead, assignee.id, stored) where assignee.id is not null;
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;

-- Gives the open leads of a person to another one, or to no one; closed ones stay with who has closed them. To another one go the
-- open quotations, too.
create or replace function private.hand_over(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with handed_over as (
    update public.lead_handling set assigned_to = successor, assigned_email = (select email from auth.users where id = successor)
    where assigned_to = person and state not in ('won', 'lost', 'withdrawn', 'spam') returning lead_id, assigned_email
  )
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  select lead_id, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), 'assigned', assigned_email from handed_over;
  perform private.give_quotations(array(select id from private.open_quotations() where owner_id = person), successor) where successor is not null;
  update public.companies set owner_id = successor where owner_id = person;
end
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  buyer public.companies;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select company.* into buyer from public.contacts join public.companies as company on company.id = company_id where contacts.id = inquiry.contact_id;
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone, 'gstin', buyer.gstin, 'billing_address', buyer.billing_address,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', coalesce(buyer.terms, (select terms from public.seller_profile)),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'colour', line.colour, 'note', line.note,
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', coalesce((
        select shade.picture
        from public.product_colours as shade
        where shade.product_id = product.id and lower(shade.name) = lower(line.colour)
          and exists (select from public.product_pictures as picture where picture.product_id = product.id and picture.url = shade.picture)
      ), product.image_url),
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
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
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', private.lead_reference(id), 'company', company) from public.leads where id = found_one.lead_id
    ),
    'company', (
      select json_build_object('id', company.id, 'name', company.name)
      from public.contacts join public.companies as company on company.id = company_id where contacts.id = found_one.contact_id
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
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent, of the
    -- same company before others.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at, 'is_same_buyer', coalesce(buyer.company_id = (select company_id from public.contacts where id = other.contact_id), false)
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by buyer.company_id = (select company_id from public.contacts where id = other.contact_id) desc nulls last, version.sent_at desc limit 1
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
      from jsonb_array_elements(latest.content -> 'lines') as line left join public.contacts as buyer on buyer.id = found_one.contact_id
      where line ->> 'product_id' is not null
    )
  );
end
$$;

-- One row a quotation: of the version in force, else of the draft. Expired is computed, by the day in India.
create or replace view private.quotation_rows with (security_invoker = true) as
select
  quotation.id, quotation.number, version.revision, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name,
  version.total_paise,
  case when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired' else quotation.state end as state,
  version.valid_until, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.created_at, version.sent_at,
  to_char((version.accepted ->> 'at')::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM') as won_in,
  lower(concat_ws(
    ' ', quotation.number || '-R' || version.revision, version.content #>> '{buyer,company}',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(
      ' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}'
    ) end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text
from public.quotations as quotation
cross join lateral (
  select * from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
) as version;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create or replace function private.matching_quotations(words text, filters jsonb) returns setof private.quotation_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'owner', 'lead', 'since', 'before', 'expiring', 'unanswered', 'won', 'sent', 'reason', 'about', 'unsettled', 'company'] = '{}', 'Quotations have no such filter', '22023'
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
    and (not filters ? 'company' or id in (
      select quotations.id from public.contacts join public.quotations on contact_id = contacts.id where company_id = (filters ->> 'company')::uuid
    ))
    and (not filters ? 'about' or id in (
      select quotation_id from private.counted_quotations
      where about = private.about_id(filters ->> 'about')
        and stage = case when filters ->> 'state' in ('accepted', 'declined') then filters ->> 'state' else 'quoted' end
    ))
$$;

-- Where the seller hears of a quotation: its owner while on the staff, or the deputy meanwhile, else the addresses of notices.
create or replace function private.seller_addresses(quotation uuid) returns setof text
language sql stable set search_path = '' as $$
  with owner as (
    select users.email from public.quotations
    join public.profiles on profiles.id = private.acting_for(owner_id) and (is_admin or is_sales) join auth.users on users.id = profiles.id
    where quotations.id = quotation
  )
  select email from owner
  union all
  select unnest(notice_emails) from public.site_settings where not exists (select from owner)
$$;

-- The leads of an address, or of its account, that still have details.
create or replace function private.leads_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select lead.id from public.contacts join public.leads as lead on contact_id = contacts.id
  where lower(contacts.email) = lower(address) and lead.erased_at is null
  union
  select id from public.leads where sender_id in (select users.id from auth.users where lower(users.email) = lower(address)) and erased_at is null
$$;

-- The quotations of these leads, and those whose buyer has the address.
create or replace function private.quotations_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.quotations where lead_id in (select private.leads_of(address))
  union
  select quotation_id from public.contacts join public.quotation_versions on contact_id = contacts.id where lower(contacts.email) = lower(address)
$$;

-- Whether anything is stored of an address, without reading it all.
create or replace function private.is_address_stored(address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.contacts where lower(email) = lower(address)) or exists (select from private.leads_of(address))
    or exists (select from auth.users where lower(email) = lower(address))
    or exists (select from public.quotation_links where lower(email) = lower(address))
    or exists (select from public.outbox where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind <> 'data_link');
end
$$;

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
        'reference', private.lead_reference(lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link') or lower(actor_email) = lower(lead.email)))
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
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'sessions', (
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
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now()
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
end
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
  employers constant uuid[] := array(select company_id from public.contacts where id = contact);
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where lower(email) = lower(address);
  delete from public.quotation_events where contact_id = contact;
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from public.outbox where kind = 'data_link' and lower(recipient) = lower(address)
  on conflict (hash) do nothing;
  delete from public.outbox where lower(recipient) = lower(address);
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, contact_id = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where contact_id = contact;
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  -- It stays where an accepted quotation does, for the law.
  update public.contacts set name = null, phone = null, designation = null, erased_at = now() where id = contact;
  perform private.drop_contacts(array[contact], employers);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

-- Of the access log: the persons whose leads were read in that time.
create or replace function private.affected_people(since timestamptz, until timestamptz, tables text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can look up affected people');
  perform private.require(
    tables <@ '{leads,accounts,quotations,outbox,access_log}' and cardinality(tables) > 0, 'Choose among the tables', '22023'
  );
  return (
    with touched as (
      select 'leads' as source, email, name, created_at as at from public.leads where erased_at is null
      union all select 'accounts', users.email, profile.name, users.created_at from auth.users left join public.profiles as profile using (id)
      union all select 'quotations', contact.email, content #>> '{buyer,name}', coalesce(sent_at, quotation.created_at)
        from public.quotation_versions as version join public.contacts as contact on contact.id = version.contact_id join public.quotations as quotation on quotation.id = quotation_id
      union all select 'outbox', recipient, null, created_at from public.outbox
      union all select 'access_log', lead.email, lead.name, log.at
        from public.access_log as log join public.leads as lead on (lead.id = log.lead_id or lead.id = any (log.lead_ids)) and erased_at is null
    ), people as (
      select lower(email) as email, max(name) as name, array_agg(distinct source order by source) as sources, count(*) as rows
      from touched where source = any (tables) and at >= since and at < until and email is not null group by lower(email)
    )
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name, 'tables', sources, 'rows', rows) order by email), '[]') from people
  );
end
$$;

-- The company of an address's domain; without one a new company, where its name is known.
create function private.company_of(address text, name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  domain constant text := private.own_domain(address);
  company uuid;
begin
  if domain is null then
    return null;
  end if;
  -- Two colleagues who write at once are of one company.
  perform pg_advisory_xact_lock(hashtextextended('company of ' || domain, 0)) where company_of.name is not null;
  -- Planned at each call: a plan for an empty table would read all of it.
  execute 'select id from public.companies where domains @> array[$1] and merged_into is null order by created_at, id limit 1' into company using domain;
  if company is null and company_of.name is not null then
    insert into public.companies as stored (name, domains) values (company_of.name, array[domain]) returning stored.id into company;
  end if;
  return company;
end
$$;

-- The contact of an address, made where there is none. What is known of it stays, and what is missing is taken; null of what is no
-- address, and of an erased person's. Runs with its owner's rights, since no role of the API writes contacts.
create function private.contact_of(address text, name text default null, phone text default null, company text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  known public.contacts;
  stored uuid;
begin
  if private.is_email_address(address) is not true or address = 'erased@erased.invalid' then
    return null;
  end if;
  execute 'select * from public.contacts where lower(email) = lower($1)' into known using address;
  if known.company_id is not null and known.erased_at is null and known.name is not null and known.phone is not null then
    return known.id;
  end if;
  insert into public.contacts as present (email, name, phone, company_id, user_id)
  select
    address, coalesce(known.name, nullif(contact_of.name, '')), coalesce(known.phone, nullif(contact_of.phone, '')), coalesce(known.company_id, employer),
    (select id from auth.users where lower(users.email) = lower(address) limit 1)
  from private.company_of(address, nullif(company, '')) as employer
  where known.id is null or known.erased_at is not null or known.name is null and nullif(contact_of.name, '') is not null
    or known.phone is null and nullif(contact_of.phone, '') is not null or known.company_id is null and employer is not null
  on conflict (lower(email)) do update set
    name = excluded.name, phone = excluded.phone, company_id = excluded.company_id, user_id = excluded.user_id, erased_at = null
  returning present.id into stored;
  return coalesce(stored, known.id);
end
$$;

-- Refers a row to its contact. A company is made of a lead, and of a quotation that is sent: what is drafted may still be a slip.
create function private.refer_to_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant jsonb := to_jsonb(new);
  person constant jsonb := case tg_table_name
    when 'quotation_versions' then written #> '{content,buyer}'
    when 'quotation_events' then written -> 'value' || jsonb_strip_nulls(jsonb_build_object('name', case when written ->> 'kind' <> 'approval_asked' then written -> 'actor_name' end))
    else written
  end;
begin
  new.contact_id := private.contact_of(
    private.trimmed(person ->> 'email'), left(person ->> 'name', 200), left(person ->> 'phone', 50),
    case when tg_table_name = 'leads' or written ->> 'sent_at' is not null then left(person ->> 'company', 200) end
  );
  return new;
end
$$;

-- An account whose address is proven is a contact, unless it is of the staff.
create function private.contact_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.contact_of(email, new.name) from auth.users where id = new.id;
  return null;
end
$$;

-- Deletes contacts that nothing refers to any more. With an erasure go companies that have no people left, and their history.
create function private.drop_contacts(ids uuid[], employers uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contacts as contact
  where contact.id = any (ids) and contact.user_id is null
    and not exists (select from public.leads where contact_id = contact.id)
    and not exists (select from public.quotation_versions where contact_id = contact.id)
    and not exists (select from public.quotation_events where contact_id = contact.id)
    and not exists (select from public.privacy_requests where contact_id = contact.id);
  with gone as (
    delete from public.companies as company
    where coalesce(company.merged_into, company.id) = any (employers)
      and not exists (select from public.contacts where company_id = coalesce(company.merged_into, company.id))
    returning company.id
  )
  delete from public.record_history where record_id in (select id from gone);
end
$$;

-- A quotation is of the buyer of its latest version, and a contact that was only a draft's goes with it. What is sent tells the
-- GSTIN and the billing address of a company where it has none.
create function private.follow_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  buyer constant jsonb := case when tg_op <> 'DELETE' then new.content -> 'buyer' end;
  number constant text := case when private.is_gstin(buyer ->> 'gstin') then buyer ->> 'gstin' end;
  employer uuid;
  holder uuid;
begin
  update public.quotations as quotation set contact_id = latest.contact_id
  from (
    select contact_id from public.quotation_versions where quotation_id = coalesce(new.quotation_id, old.quotation_id) order by revision desc limit 1
  ) as latest
  where quotation.id = coalesce(new.quotation_id, old.quotation_id) and quotation.contact_id is distinct from latest.contact_id;
  if tg_op <> 'INSERT' and old.contact_id is not null and old.sent_at is null and (tg_op = 'DELETE' or old.contact_id is distinct from new.contact_id) then
    perform private.drop_contacts(array[old.contact_id]);
  end if;
  if tg_op = 'DELETE' or new.sent_at is null or new.contact_id is null then
    return null;
  end if;
  select company_id into employer from public.contacts where id = new.contact_id;
  select id into holder from public.companies where gstin = number and merged_into is null;
  if employer is null and number is not null then
    if holder is null then
      insert into public.companies (name, gstin) values (coalesce(nullif(buyer ->> 'company', ''), buyer ->> 'name'), number) returning id into holder;
    end if;
    update public.contacts set company_id = holder where id = new.contact_id;
    employer := holder;
  end if;
  update public.companies as company set
    gstin = coalesce(company.gstin, case when holder is null then number end),
    billing_address = coalesce(company.billing_address, buyer ->> 'billing_address')
  where company.id = employer and (
    company.gstin is null and holder is null and number is not null or company.billing_address is null and buyer ->> 'billing_address' is not null
  );
  return null;
end
$$;

-- What names of companies are compared by: without "Private Limited" and the like, in any writing.
create function private.company_key(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    ' ' || regexp_replace(private.name_key(company_key.name), '[[:punct:][:space:]]+', ' ', 'g') || ' ',
    ' (?:m s|the|private|pvt|p|public|limited|ltd|llp|inc|incorporated|corp|corporation|company|co|and|india)(?= )', '', 'g'
  ), ' ', '', 'g'), ''), private.name_key(company_key.name))
$$;

-- What may be one company, for staff to decide: companies whose names, or whose PAN in the GSTIN, are alike; and people of no company
-- who wrote its name, or share a domain: [{"company": {"id", "name"} or null, "others": [{"id", "name"}], "people": [{"id", "name",
-- "email", "company": as typed}], "name": what a new one would be called}].
create function private.look_alikes() returns jsonb
language sql stable security definer set search_path = '' as $$
  with keyed as (
    select id, name, created_at, key from public.companies
    cross join lateral (values (private.company_key(name)), (substring(gstin from '^..(.{10})'))) as keys (key)
    where merged_into is null and key is not null and (select private.is_staff())
  ), loose as (
    select contact.id, contact.name, contact.email, typed.company, coalesce(private.own_domain(contact.email), private.company_key(typed.company)) as own_key, private.company_key(typed.company) as key
    from public.contacts as contact
    cross join lateral (select company from public.leads where contact_id = contact.id and erased_at is null order by created_at desc limit 1) as typed
    where contact.company_id is null and contact.erased_at is null and (select private.is_staff())
  ), alike as (
    select keyed.key, (array_agg(id order by keyed.created_at, id))[1] as first, array_agg(distinct id) as ids from keyed group by keyed.key having count(distinct id) > 1
  ), proposal as (
    select first as company, ids, null::text as key from (select distinct on (ids) first, ids from alike order by ids) as pair
    union all
    select (select id from keyed where keyed.key = loose.key order by created_at, id limit 1), null, loose.own_key
    from loose where exists (select from keyed where keyed.key = loose.key)
    union
    select null, null, own_key from loose where not exists (select from keyed where keyed.key = loose.key) group by own_key having count(*) > 1
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'company', (select jsonb_build_object('id', id, 'name', name) from public.companies where id = proposal.company),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from public.companies where id = any (ids) and id <> proposal.company),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email, 'company', loose.company) order by email), '[]')
      from loose where own_key = proposal.key
    ),
    'name', (select loose.company from loose where own_key = proposal.key order by email limit 1)
  ) order by proposal.company, proposal.key), '[]') from proposal having (select private.is_staff())
$$;

select private.expose('look_alikes',
  'What may be one company: [{"company", "others", "people", "name"}], of companies that look alike, and people without one who wrote its name or share a domain. Null for anyone but administrators and sales.');

-- Makes companies parts of another one, which takes their people and what it lacks of them.
create function private.merge_companies(company uuid, others uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
  target public.companies;
  moved uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (others) and id <> company order by id for update loop
    select * into target from public.companies where id = company and merged_into is null for update;
    perform private.require(target.id is not null and other.merged_into is null, 'One of these companies was merged meanwhile', 'PT409');
    with people as (update public.contacts set company_id = company where company_id = other.id returning id)
    select array_agg(id) into moved from people;
    update public.companies as merged_one set merged_into = company, merged = jsonb_build_object(
      'contacts', coalesce(to_jsonb(moved), '[]'), 'domains', (
        select coalesce(jsonb_agg(domain), '[]') from unnest(other.domains) as domain where domain <> all (target.domains)
      ), 'filled', to_jsonb(array_remove(array[
        case when target.gstin is null and other.gstin is not null then 'gstin' end,
        case when target.billing_address is null and other.billing_address is not null then 'billing_address' end,
        case when target.owner_id is null and other.owner_id is not null then 'owner_id' end
      ], null))
    ) where merged_one.id = other.id;
    update public.companies as taking set
      gstin = coalesce(taking.gstin, other.gstin), billing_address = coalesce(taking.billing_address, other.billing_address),
      owner_id = coalesce(taking.owner_id, other.owner_id),
      domains = taking.domains || array(select domain from unnest(other.domains) as domain where domain <> all (taking.domains))
    where taking.id = company;
  end loop;
end
$$;

select private.expose('merge_companies',
  'Merges companies into another one, which takes their people, domains, and the GSTIN, address and owner that it lacks. For administrators and sales.');

-- Takes merges back: the companies have the people that they had, and the other one has no longer what it took.
create function private.part_companies(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (ids) and merged_into is not null order by id for update loop
    perform private.require(
      exists (select from public.companies where id = other.merged_into and merged_into is null), 'Undo the later merge first', 'PT409'
    );
    update public.companies as taking set
      gstin = case when other.merged -> 'filled' ? 'gstin' then nullif(taking.gstin, other.gstin) else taking.gstin end,
      billing_address = case when other.merged -> 'filled' ? 'billing_address' then nullif(taking.billing_address, other.billing_address) else taking.billing_address end,
      owner_id = case when other.merged -> 'filled' ? 'owner_id' then nullif(taking.owner_id, other.owner_id) else taking.owner_id end,
      domains = array(select domain from unnest(taking.domains) as domain where not other.merged -> 'domains' ? domain)
    where taking.id = other.merged_into;
    update public.contacts set company_id = other.id where company_id = other.merged_into and other.merged -> 'contacts' ? id::text;
    update public.companies set merged_into = null, merged = null where id = other.id;
  end loop;
end
$$;

select private.expose('part_companies', 'Takes the merges of these companies back. For administrators and sales.');

-- The people's own domains become the company's. Without a company a new one of that name is made.
create function private.join_company(people uuid[], company uuid default null, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  if company is null and join_company.name is not null then
    insert into public.companies as made (name) values (private.cleaned_text('The name', join_company.name, 200)) returning made.id into company;
  end if;
  update public.contacts set company_id = company where id = any (people);
  update public.companies as joined set domains = joined.domains || array(
    select distinct domain from public.contacts cross join lateral private.own_domain(email) as domain
    where id = any (people) and domain is not null and not exists (select from public.companies as other where domain = any (other.domains))
  ) where joined.id = company;
  return company;
end
$$;

select private.expose('join_company',
  'Makes contacts people of a company, of a new one of that name, or with neither of none. The id of the company. For administrators and sales.');

-- The companies that match, and what they have bought: the accepted quotations of their people. Checks the caller before it reads.
create function private.matching_companies(words text, filters jsonb) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint
)
language sql stable security definer set search_path = '' as $$
  select private.require(filters - array['owner', 'due', 'since', 'before'] = '{}', 'Companies have no such filter', '22023');
  select company.id, company.name, company.gstin, company.domains, company.owner_id, company.next_on, company.created_at, coalesce(won.paise, 0)
  from public.companies as company
  left join (
    select contact.company_id, sum(total_paise)::bigint as paise
    from public.quotation_versions join public.contacts as contact on contact.id = contact_id where accepted is not null group by 1
  ) as won on won.company_id = company.id
  where (select private.is_staff()) and company.merged_into is null
    and lower(concat_ws(' ', company.name, company.gstin, array_to_string(company.domains, ' '), (
      select string_agg(concat_ws(' ', contact.name, contact.email), ' ') from public.contacts as contact where contact.company_id = company.id and coalesce(words, '') <> ''
    ))) like all (private.word_patterns(words))
    and (not filters ? 'owner' or company.owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (filters ->> 'due' is distinct from 'yes' or company.next_on <= private.day_in_india(now()))
    and company.created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and company.created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
$$;

-- Filters: owner, the id of one of administrators() or none; due: yes, with something to do by today in India; since and before, of
-- their beginning. Sorted by name, won, next_on or created_at.
create function private.find_companies(
  words text default '', filters jsonb default '{}', sorted text default 'name', ascending boolean default true,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint,
  owner_email text, people integer, open_leads integer, open_quotations integer, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(sorted in ('name', 'won', 'next_on', 'created_at'), 'Companies are sorted by name, won, next_on or created_at', '22023');
  select found.id, found.name, found.gstin, found.domains, found.owner_id, found.next_on, found.created_at, found.won_paise,
    (select email::text from auth.users where users.id = found.owner_id), counts.*, found.page_key
  from (
    select found.*, key as page_key
    from private.matching_companies(words, filters) as found
    cross join lateral (select case sorted
      when 'name' then lower(found.name) when 'won' then lpad(won_paise::text, 20, '0') when 'next_on' then coalesce(next_on::text, '~')
      else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    end collate "C" as key) as sorting
    where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
    order by
      case when ascending then key end, case when ascending then found.id end,
      case when not ascending then key end desc, case when not ascending then found.id end desc
    limit least(greatest(size, 0), 1000)
  ) as found
  cross join lateral (
    select (select count(*)::integer from public.contacts where company_id = found.id), (
      select count(*)::integer from public.contacts as contact join public.leads on contact_id = contact.id join public.lead_handling as handling on lead_id = leads.id
      where company_id = found.id and handling.merged_into is null and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
    ), (
      select count(*)::integer from public.contacts as contact join public.quotations as quotation on contact_id = contact.id
      where company_id = found.id and quotation.state in ('draft', 'sent', 'change_asked')
    )
  ) as counts
  order by
    case when ascending then page_key end, case when ascending then found.id end,
    case when not ascending then page_key end desc, case when not ascending then found.id end desc
$$;

select private.expose('find_companies',
  'Companies with all of the words in their name, GSTIN, domains or people, that meet the filters: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales.');

create function private.count_companies(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_companies(words, filters) having (select private.is_staff())
$$;

select private.expose('count_companies', 'How many companies find_companies finds in all. Null for anyone but administrators and sales.');

-- {"company", "gstin_kind", "people": [{"id", "name", "email", "phone", "designation", "leads"}], "leads": the newest, "quotations": the
-- newest, "states": [{"state", "count", "paise"}] of quotations, "bought": [{"name", "quantity", "paise", "on"}] in the last twelve
-- months, "merged": [{"id", "name"}]}.
create function private.company_details(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.companies;
  people uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  select * into found_one from public.companies where id = company;
  if not found then
    perform private.refuse_change(null, null, 'company');
  end if;
  people := array(select id from public.contacts where company_id = company);
  return jsonb_build_object(
    'company', to_jsonb(found_one) - 'merged', 'gstin_kind', private.gstin_kind(found_one.gstin),
    'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', contact.id, 'name', name, 'email', email, 'phone', phone, 'designation', designation,
      'leads', (select count(*) from public.leads where contact_id = contact.id)
    ) order by lower(coalesce(name, email))), '[]') from public.contacts as contact where contact.id = any (people)),
    'leads', (select coalesce(jsonb_agg(row), '[]') from (
      select leads.id, private.lead_reference(leads.id) as reference, name, state, assigned_email, leads.created_at
      from public.leads join public.lead_handling as handling on lead_id = leads.id
      where contact_id = any (people) and merged_into is null order by leads.created_at desc limit 10
    ) as row),
    'quotations', (select coalesce(jsonb_agg(row), '[]') from (
      select id, number, revision, name, state, total_paise, created_at from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) order by created_at desc limit 10
    ) as row),
    'states', (select coalesce(jsonb_agg(row), '[]') from (
      select state, count(*), sum(total_paise) as paise from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) group by state
    ) as row),
    'bought', (select coalesce(jsonb_agg(row order by paise desc), '[]') from (
      select line ->> 'name' as name, sum((line ->> 'quantity')::bigint) as quantity,
        sum((line ->> 'quantity')::bigint * (line ->> 'price_paise')::bigint) as paise, max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) as line
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;

select private.expose('company_details',
  'A company with its people, newest leads and quotations, their sums by state, what it bought in the last twelve months, and those merged into it. 404 for an unknown one.');

create function private.open_quotations() returns setof public.quotations
language sql stable set search_path = '' as $$
  select * from public.quotations where state in ('draft', 'sent', 'change_asked') and erase_on is null
$$;

create function private.give_quotations(ids uuid[], successor uuid, event bigint default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.handed_quotations (event_number, quotation_id, owner_id, owner_email)
  select event, id, owner_id, owner_email from public.quotations where id = any (ids) and owner_id is distinct from successor and event is not null;
  update public.quotations set owner_id = successor, owner_email = (select email from auth.users where id = successor)
  where id = any (ids) and owner_id is distinct from successor
$$;

create function private.give_quotations_of(lead uuid, successor uuid, event bigint) returns void
language sql set search_path = '' as $$
  select private.give_quotations(array(
    select quotation.id from private.open_quotations() as quotation join private.inquiries_of_lead(lead) as part on part.id = lead_id
  ), successor, event)
$$;

-- What is open of a person, or of companies.
create function private.open_work_of(person uuid, companies uuid[], out leads uuid[], out quotations uuid[], out owned uuid[])
language sql stable set search_path = '' as $$
  select
    array(
      select lead_id from public.lead_handling
      where merged_into is null and state not in ('won', 'lost', 'withdrawn', 'spam') and (assigned_to = person or lead_id in (
        select listed.id from public.contacts join public.leads as listed on contact_id = contacts.id where company_id = any (open_work_of.companies)
      )) order by lead_id
    ),
    array(
      select quotation.id from private.open_quotations() as quotation left join public.contacts on contacts.id = contact_id
      where owner_id = person or company_id = any (open_work_of.companies)
    ),
    array(select id from public.companies where merged_into is null and (owner_id = person or id = any (open_work_of.companies)))
$$;

-- Of the caller, of companies, or of another person, whom only administrators hand over. Without a successor it only counts.
create function private.hand_over_work(person uuid default null, companies uuid[] default '{}', successor uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  work record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales hand work over');
  perform private.require(person is null or person = auth.uid() or private.is_admin(), 'Only administrators hand over the work of others');
  select * into work from private.open_work_of(person, companies);
  if successor is not null then
    perform private.require(
      exists (select from public.profiles where id = successor and (is_admin or is_sales)), 'Work is handed over to administrators and sales', '22023'
    );
    perform private.handle_lead(lead, 'assigned', successor::text) from unnest(work.leads) as lead;
    perform private.give_quotations(work.quotations, successor);
    update public.companies set owner_id = successor where id = any (work.owned) and owner_id is distinct from successor;
  end if;
  return jsonb_build_object('leads', cardinality(work.leads), 'quotations', cardinality(work.quotations), 'companies', cardinality(work.owned));
end
$$;

select private.expose('hand_over_work',
  'Gives the open leads, open quotations and companies of a person, or of companies, to another person: {"leads", "quotations", "companies"}. Without one it only counts. For administrators and sales; of other people for administrators.');

-- {"reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create or replace function private.mail_headers(mail_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mail as (
    select outbox.*, quotation.id as quotation, coalesce(outbox.lead_id, quotation.lead_id) as lead, quotation.owner_id
    from public.outbox left join public.quotation_versions as version on version.id = version_id
    left join public.quotations as quotation on quotation.id = version.quotation_id
    where outbox.id = mail_id
  ), related as (
    select other.id, other.created_at, other.kind, other.recipient, null::uuid as quotation
    from mail join public.outbox as other on other.lead_id = mail.lead
    union all
    select other.id, other.created_at, other.kind, other.recipient, quotation.id
    from mail join public.quotations as quotation on quotation.id = mail.quotation or quotation.lead_id = mail.lead
    join public.quotation_versions as version on version.quotation_id = quotation.id
    join public.outbox as other on other.version_id = version.id
  ), earlier as (
    -- Both e-mails about a new inquiry are of the same instant: the buyer's is the first.
    select
      related.id, lower(related.recipient) = lower(mail.recipient) as is_own, related.quotation is not distinct from mail.quotation as is_same,
      row_number() over (order by related.created_at, related.kind = 'notice', related.id) as position
    from mail join related
      on (related.created_at, related.kind = 'notice', related.id) < (mail.created_at, mail.kind = 'notice', mail.id)
  ), listed as (
    select * from earlier where position = 1
    union (select * from earlier where is_own order by is_same desc, position desc limit 9)
  )
  select jsonb_build_object(
    'reply_to', coalesce((
      select users.email from mail left join public.lead_handling as own on own.lead_id = mail.lead
      left join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
      join auth.users on users.id = private.acting_for(case when mail.quotation is null then standing.assigned_to else mail.owner_id end)
      join public.profiles on profiles.id = users.id and (is_admin or is_sales)
      where private.is_deliverable(users.email)
    ), private.office_address()),
    'references', (select coalesce(jsonb_agg(id order by position <> 1, is_same, position), '[]') from listed)
  )
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

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotations FOR EACH ROW WHEN ((old.number IS NOT NULL)) EXECUTE FUNCTION private.freeze_quotation('lead_id', 'state', 'owner_id', 'owner_email', 'erase_on', 'contact_id');

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotation_versions FOR EACH ROW WHEN ((old.sent_at IS NOT NULL)) EXECUTE FUNCTION private.freeze_quotation('valid_until', 'accepted', 'total_paise', 'contact_id');

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotation_events FOR EACH ROW EXECUTE FUNCTION private.freeze_quotation('actor_id', 'contact_id');

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.contacts FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.companies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.leads FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT OR UPDATE OF content, sent_at ON public.quotation_versions FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.quotation_events FOR EACH ROW WHEN ((new.value ? 'email'::text)) EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.privacy_requests FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER contact_of_account AFTER INSERT OR UPDATE OF address_proven_at ON public.profiles FOR EACH ROW WHEN (((new.address_proven_at IS NOT NULL) AND (NOT new.is_admin) AND (NOT new.is_sales))) EXECUTE FUNCTION private.contact_of_account();

CREATE OR REPLACE TRIGGER follow_contact AFTER INSERT OR DELETE OR UPDATE OF content, sent_at ON public.quotation_versions FOR EACH ROW EXECUTE FUNCTION private.follow_contact();

create policy "staff read" on public.companies for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.contacts for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff create" on public.companies for insert to authenticated with check (( SELECT private.is_staff() AS is_staff));

create policy "staff change" on public.companies for update to authenticated using (( SELECT private.is_staff() AS is_staff)) with check (( SELECT private.is_staff() AS is_staff));

comment on column public.profiles.away_until is 'The last day in India on which e-mails go to the deputy.';

comment on table public.companies is 'The companies that buy. Staff read and change them.';

comment on column public.companies.domains is 'Of its people''s e-mail addresses, without subdomains; none of a public mail host.';

comment on column public.companies.owner_id is 'Who of the staff looks after it.';

comment on column public.companies.terms is 'What its quotations begin with, in place of the seller''s terms.';

comment on column public.companies.next_step is 'What is to be done next, on the day next_on.';

comment on column public.companies.merged_into is 'The company that stands for this one, where it was stored twice.';

comment on column public.companies.merged is 'What that merge has moved: {"contacts": ids, "filled": columns of the other one, "domains"}, by which it is undone.';

comment on table public.contacts is 'One row an e-mail address of a buyer, in any case. Leads, quotations and requests refer to it.';

comment on column public.contacts.name is 'As first written; what was typed later stands in the lead or quotation.';

comment on column public.contacts.user_id is 'The account with that address.';

comment on column public.contacts.erased_at is 'When its person was erased, of one whose accepted quotations stay for the law.';

comment on column public.leads.contact_id is 'Who has sent it; the texts are as they were typed.';

comment on function public.my_account() is 'The caller''s own account: {"name", "telephone", "signature", "away_until", "deputy_id", "recovery_codes": how many are left, null without a second factor, "sessions": [{"id", "device", "used_at", "is_current"}]}. Null for anyone but administrators and sales.';

comment on column public.quotations.contact_id is 'The buyer of its latest version.';

comment on column public.quotation_events.contact_id is 'The colleague whom an approval is asked of, or who has done it.';

comment on function public.draft_quotation(pg_catalog.uuid) is 'Makes a quotation of a lead, a draft without prices: its lines and those of inquiries merged with it, one for each colour of a split line, with HSN, rate and picture of the product; its buyer, city and day; GSTIN, address and terms of its company; validity of the seller''s profile. Its id.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "given": what its buyer gave, "lead", "company", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

comment on function public.open_my_data(pg_catalog.text) is 'Everything that is stored of the address that a link was mailed to in the last 48 hours: {"email", "leads", "quotations", "approvals", "emails", "contact", "accounts", "favourites", "views", "sign_ins", "requests"}. 404 for any other token, 409 where it was erased.';

comment on table private.handed_quotations is 'Whose quotations were before their lead was assigned, by the event, so that it can be undone.';

revoke all on function private.acting_for(person uuid) from public, anon, authenticated, service_role;

revoke all on function private.company_of(address text, name text) from public, anon, authenticated, service_role;

revoke all on function private.contact_of(address text, name text, phone text, company text) from public, anon, authenticated, service_role;

revoke all on function private.refer_to_contact() from public, anon, authenticated, service_role;

revoke all on function private.contact_of_account() from public, anon, authenticated, service_role;

revoke all on function private.drop_contacts(ids uuid[], employers uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.follow_contact() from public, anon, authenticated, service_role;

revoke all on function private.company_key(name text) from public, anon, authenticated, service_role;

revoke all on function private.matching_companies(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.open_quotations() from public, anon, authenticated, service_role;

revoke all on function private.give_quotations(ids uuid[], successor uuid, event bigint) from public, anon, authenticated, service_role;

revoke all on function private.give_quotations_of(lead uuid, successor uuid, event bigint) from public, anon, authenticated, service_role;

revoke all on function private.open_work_of(person uuid, companies uuid[], OUT leads uuid[], OUT quotations uuid[], OUT owned uuid[]) from public, anon, authenticated, service_role;

revoke all on function public.company_details(company uuid) from public, anon, authenticated, service_role;
grant execute on function public.company_details(company uuid) to authenticated, service_role;

revoke all on function private.company_details(company uuid) from public, anon, authenticated, service_role;
grant execute on function private.company_details(company uuid) to authenticated, service_role;

revoke all on function public.count_companies(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_companies(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_companies(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_companies(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.hand_over_work(person uuid, companies uuid[], successor uuid) from public, anon, authenticated, service_role;
grant execute on function public.hand_over_work(person uuid, companies uuid[], successor uuid) to authenticated, service_role;

revoke all on function private.hand_over_work(person uuid, companies uuid[], successor uuid) from public, anon, authenticated, service_role;
grant execute on function private.hand_over_work(person uuid, companies uuid[], successor uuid) to authenticated, service_role;

revoke all on function public.join_company(people uuid[], company uuid, name text) from public, anon, authenticated, service_role;
grant execute on function public.join_company(people uuid[], company uuid, name text) to authenticated, service_role;

revoke all on function private.join_company(people uuid[], company uuid, name text) from public, anon, authenticated, service_role;
grant execute on function private.join_company(people uuid[], company uuid, name text) to authenticated, service_role;

revoke all on function public.look_alikes() from public, anon, authenticated, service_role;
grant execute on function public.look_alikes() to authenticated, service_role;

revoke all on function private.look_alikes() from public, anon, authenticated, service_role;
grant execute on function private.look_alikes() to authenticated, service_role;

revoke all on function public.merge_companies(company uuid, others uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.merge_companies(company uuid, others uuid[]) to authenticated, service_role;

revoke all on function private.merge_companies(company uuid, others uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.merge_companies(company uuid, others uuid[]) to authenticated, service_role;

revoke all on function public.part_companies(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.part_companies(ids uuid[]) to authenticated, service_role;

revoke all on function private.part_companies(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.part_companies(ids uuid[]) to authenticated, service_role;

revoke all on function private.save_absence(away_until date, deputy uuid) from public, anon, authenticated, service_role;
grant execute on function private.save_absence(away_until date, deputy uuid) to authenticated, service_role;

revoke all on function public.save_absence(away_until date, deputy uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_absence(away_until date, deputy uuid) to authenticated, service_role;

revoke all on table public.contacts from public, anon, authenticated, service_role;
grant select on table public.contacts to authenticated;
grant all on table public.contacts to service_role;

revoke all on table public.companies from public, anon, authenticated, service_role;
grant insert, select, update on table public.companies to authenticated;
grant all on table public.companies to service_role;
-- Written until here.

-- Every e-mail address is one contact, named as it was first written.
insert into public.contacts (email, name, phone, created_at, user_id)
select distinct on (lower(email)) email, left(nullif(name, ''), 200), left(nullif(phone, ''), 50), at, (
  select id from auth.users where lower(users.email) = lower(written.email) limit 1
)
from (
  select email, name, phone, created_at as at from public.leads where erased_at is null
  union all
  select content #>> '{buyer,email}', content #>> '{buyer,name}', content #>> '{buyer,phone}', coalesce(sent_at, quotation.created_at)
  from public.quotation_versions join public.quotations as quotation on quotation.id = quotation_id
  union all
  select value ->> 'email', case when kind = 'approval_asked' then value ->> 'name' else actor_name end, null, created_at
  from public.quotation_events where value ? 'email'
  union all
  select email, null, null, created_at from public.privacy_requests where email <> 'erased'
  union all
  select users.email, profile.name, null, address_proven_at from public.profiles as profile join auth.users on users.id = profile.id
  where address_proven_at is not null and not is_admin and not is_sales
) as written
where private.is_email_address(email) order by lower(email), nullif(name, '') is null, nullif(phone, '') is null, at;

update public.leads set contact_id = contact.id from public.contacts as contact
where lower(leads.email) = lower(contact.email) and leads.erased_at is null;
update public.quotation_versions set contact_id = contact.id from public.contacts as contact
where lower(content #>> '{buyer,email}') = lower(contact.email);
update public.quotations set contact_id = latest.contact_id
from (select distinct on (quotation_id) quotation_id, contact_id from public.quotation_versions order by quotation_id, revision desc) as latest
where latest.quotation_id = quotations.id and latest.contact_id is not null;
update public.quotation_events set contact_id = contact.id from public.contacts as contact where lower(value ->> 'email') = lower(contact.email);
update public.privacy_requests set contact_id = contact.id from public.contacts as contact where lower(privacy_requests.email) = lower(contact.email);
-- Of an erased person whose accepted quotations stay for the law.
update public.contacts as contact set name = null, phone = null, erased_at = now()
where exists (select from public.quotations where contact_id = contact.id and erase_on is not null)
  and not exists (select from public.quotations where contact_id = contact.id and erase_on is null)
  and not exists (select from public.leads where contact_id = contact.id) and user_id is null;

-- Companies of GSTINs, as the last quotation names them, with the people of one GSTIN.
insert into public.companies (name, gstin, billing_address, created_at)
select distinct on (gstin) left(coalesce(nullif(content #>> '{buyer,company}', ''), nullif(content #>> '{buyer,name}', ''), gstin), 200), gstin, content #>> '{buyer,billing_address}', sent_at
from public.quotation_versions cross join lateral (select content #>> '{buyer,gstin}' as gstin) as stated
where sent_at is not null and private.is_gstin(gstin) order by gstin, sent_at desc;
update public.contacts set company_id = company.id
from (
  select contact_id, max(content #>> '{buyer,gstin}') as gstin from public.quotation_versions
  where sent_at is not null and private.is_gstin(content #>> '{buyer,gstin}')
  group by contact_id having count(distinct content #>> '{buyer,gstin}') = 1
) as stated join public.companies as company on company.gstin = stated.gstin
where contacts.id = stated.contact_id;

-- Companies of domains whose people write one name: that of their GSTIN, or a new one.
create function private.domains_of_one_name() returns table (domain text, name text, company_id uuid)
language sql stable set search_path = '' as $$
  select private.own_domain(contact.email), (array_agg(left(written.company, 200) order by at desc))[1], (array_agg(distinct contact.company_id) filter (where contact.company_id is not null))[1]
  from public.contacts as contact
  join (
    select contact_id, company, created_at as at from public.leads where erased_at is null
    union all
    select contact_id, private.trimmed(content #>> '{buyer,company}'), coalesce(sent_at, now()) from public.quotation_versions
  ) as written on written.contact_id = contact.id and written.company <> ''
  where private.own_domain(contact.email) is not null
  group by 1 having count(distinct private.name_key(written.company)) = 1 and count(distinct contact.company_id) < 2
$$;
insert into public.companies (name, domains) select name, array[domain] from private.domains_of_one_name() where company_id is null;
update public.companies set domains = array_append(domains, of_gstin.domain) from private.domains_of_one_name() as of_gstin where companies.id = of_gstin.company_id;
update public.contacts set company_id = company.id from public.companies as company
where contacts.company_id is null and private.own_domain(contacts.email) = any (company.domains);
-- unused since 1.1.0
drop function private.domains_of_one_name();
