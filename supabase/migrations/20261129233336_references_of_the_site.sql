-- references of the site
select set_config('lock_timeout', '5s', true);

-- Those that were given so far begin with GW.
alter table public.leads add column reference text;
alter table public.leads disable trigger user;
update public.leads set reference = 'GW-' || upper(left(id::text, 8));
alter table public.leads enable trigger user;
alter table public.leads alter column reference set default '', alter column reference set not null,
  add constraint leads_reference_form check (reference ~ '^[A-Z]{1,4}-[0-9A-F]{8}$');

-- Written by npm run migration from supabase/schemas.
drop function private.leads_condition(words text, since timestamp with time zone, before timestamp with time zone, after timestamp with time zone, filters jsonb, sorted text, OUT condition text, OUT source text);

-- The condition on leads of the words (their "patterns" are $1), in a range of time ($2 to before $3) or after a moment
-- ($4), and of filters, and the table or tables that it reads: `lead` only where it is needed. Words that are a telephone number
-- also find its digits. A merged lead is found by its reference alone; elsewhere the lead stands for it that it was merged into.
create function private.leads_condition(
  words text, since timestamptz, before timestamptz, after timestamptz, filters jsonb, sorted text default 'created_at',
  out condition text, out source text, out patterns text[]
)
language plpgsql stable set search_path = '' as $$
declare
  -- A lead is searched by the beginning of its id, whatever its reference begins with.
  sought constant text := regexp_replace(
    words, format('(^|\s)(?:%s[- ]?(?=[0-9a-f]{4,8}(?:\s|$))|[a-z]{1,4}-(?=[0-9a-f]{8}(?:\s|$)))', private.number_series()), '\1gw-', 'gi'
  );
  unknown constant text := (
    select string_agg(key, ', ') from jsonb_object_keys(filters) as key where key not in (
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company', 'source', 'campaign', 'answered_by'
    )
  );
begin
  perform private.require(unknown is null, 'Leads have no such filter: ' || unknown, '22023');
  patterns := private.word_patterns(sought);
  source := 'public.lead_handling as handling' || case
    when sought ~ '\S' or filters ? 'email' or sorted in ('name', 'company') then ' join public.leads as lead on lead.id = handling.lead_id' else ''
  end;
  condition := concat_ws(
    ' and ', 'true',
    (
      select format(
        '(%s %s)', string_agg(format('lead.search_text like $1[%s]', position), ' and '),
        'or lead.search_text like ' || quote_literal('%' || private.phone_digits(sought) || '%')
      )
      from generate_subscripts(patterns, 1) as position
      having count(*) > 0
    ),
    case
      when filters ? 'merged_into' then format('handling.merged_into = %L', (filters ->> 'merged_into')::uuid)
      when coalesce(sought, '') !~* '^\s*(gw[- ]?)?[0-9a-f]{4,8}\s*$' then 'handling.merged_into is null'
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
    case when filters ? 'answered_by' then format(
      'handling.answered_at is not null and coalesce(handling.answered_by, handling.assigned_to) is not distinct from %L', nullif(filters ->> 'answered_by', 'none')::uuid
    ) end,
    (
      select format('handling.lead_id in (select id from public.leads where %s)', string_agg(format('%I is not distinct from %L', key, nullif(value, 'none')), ' and '))
      from jsonb_each_text(filters) where key in ('source', 'campaign') having count(*) > 0
    ),
    case when filters ? 'about' then format('handling.lead_id in (select lead_id from private.counted_leads where about = %L)', private.about_id(filters ->> 'about')) end,
    case
      when filters ? 'company' then format(
        'handling.lead_id in (select leads.id from public.contacts join public.leads on contact_id = contacts.id where company_id = %L)', (filters ->> 'company')::uuid
      )
    end,
    case when filters ? 'weekday' then format('extract(isodow from handling.created_at at time zone ''Asia/Kolkata'') = %s', (filters ->> 'weekday')::integer) end,
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

-- Words are parts of a lead's texts, each character taken as it is and whatever its case, its city or any part of its reference, or
-- a telephone number however it is written. Filters: state, or open; assigned, the id of one of administrators() or none;
-- unanswered, yes; due_from and due_to, the days between which an open one is to be followed up; email, a whole address, and with
-- phone also those of that number; mail, failed; merged_into, the id of the lead that stands for them; reason, why its buyer
-- declined the last quotation: price, date, product, other or none; answered, yes; answered_by, the id of who answered first, or none;
-- weekday, the day of the week in India on which it came, from 1, Monday; source and campaign, or none; about, which products it is
-- about, like "product:", "category:", "theme:" or "industry:" with an id or "band:Rs.500-1000". Sorted by created_at, name, company, state, assigned or due.
create or replace function private.find_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  ascending boolean default false, beyond text default null, beyond_id uuid default null, size integer default 25,
  filters jsonb default '{}', sorted text default 'created_at'
) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 25 as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  behind constant text := case when ascending then '>' else '<' end;
  key constant text := jsonb_build_object(
    'created_at', 'handling.created_at', 'name', 'lead.name', 'company', 'lead.company', 'state', 'handling.state_key',
    'assigned', 'handling.assigned_key', 'due', 'handling.due_key'
  ) ->> sorted;
  key_type constant text := jsonb_build_object('created_at', 'timestamptz', 'state', 'integer', 'due', 'date') ->> sorted;
  matching record;
begin
  perform private.require(key is not null, 'Leads are sorted by created_at, name, company, state, assigned or due', '22023');
  if private.is_staff() then
    matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'), sorted);
    -- `offset 0` as for products: several words depend on each other, and a number is in few leads.
    return query execute
      'select lead.* from (select lead_id from (select handling.lead_id, ' || key || ' as key from '
      || matching.source || ' where ' || matching.condition
      || case when cardinality(matching.patterns) > 1 or private.phone_digits(words) is not null then ' offset 0' else '' end
      || ') as found where true'
      || case
        when beyond is not null
        then format(' and key %1$s= $5::%2$s and (key %1$s $5::%2$s or lead_id %1$s $6)', behind, coalesce(key_type, 'text'))
        else ''
      end
      || format(' order by key %1$s, lead_id %1$s limit $7) as found join public.leads as lead on lead.id = found.lead_id', direction)
    using matching.patterns, since, before, after, beyond, beyond_id, least(greatest(size, 0), 1000);
  end if;
end
$$;

create or replace function private.count_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  filters jsonb default '{}'
) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  matching record;
  number integer;
begin
  if not private.is_staff() then
    return null;
  end if;
  matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'));
  execute 'select count(*) from ' || matching.source || ' where ' || matching.condition
  into number using matching.patterns, since, before, after;
  return number;
end
$$;

-- Trims the texts of a lead, and gives it its reference. One from the API gets its id, date and sender from the server, and is answered by e-mail.
create or replace function private.normalize_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := private.is_sent_lead();
  origin constant jsonb := case when is_sent and tg_op = 'INSERT' then private.sent_origin() end;
begin
  if is_sent and tg_op = 'INSERT' then
    new.id := gen_random_uuid();
    new.created_at := now();
    new.sender_id := auth.uid();
    new.notice_at := case when new.notice_version is not null then now() end;
    new.erased_at := null;
    -- A header, so that the row is what the sender has typed.
    new.link := private.new_link_hash(nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-link');
  end if;
  if tg_op = 'INSERT' and (is_sent or coalesce(new.reference, '') = '') then
    new.reference := private.number_series() || '-' || upper(left(new.id::text, 8));
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  new.delivery_city := nullif(private.trimmed(new.delivery_city), '');
  new.referrer := substring(lower(coalesce(new.referrer, origin ->> 'referrer')) from '^(?:https?://)?(?:www\.)?([a-z0-9.-]{1,253})(?:[/:?#]|$)');
  new.source := coalesce(lower(private.cleaned_origin(coalesce(new.source, origin ->> 'source'))), new.referrer);
  new.medium := lower(private.cleaned_origin(coalesce(new.medium, origin ->> 'medium')));
  new.campaign := private.cleaned_origin(coalesce(new.campaign, origin ->> 'campaign'));
  new.landing_page := left(substring(coalesce(new.landing_page, origin ->> 'landing_page') from '^(?:/product/[^/?#]+|/[^/?#]*)'), 200);
  if tg_op = 'INSERT' and is_sent and not private.is_deliverable(new.email) then
    raise exception 'leads_email_form: write the e-mail address like name@company.com, without quotes, brackets and invisible characters, and its host in ASCII'
      using errcode = '23514';
  end if;
  return new;
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
  own_columns constant text[] := array['id', 'reference', 'created_at', 'email', 'search_text', 'link', 'notice_version', 'notice_language', 'notice_at', 'contact_id',
    'source', 'medium', 'campaign', 'referrer', 'landing_page'];
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

-- The reference of a lead, or of an invitation, which has none stored.
create or replace function private.lead_reference(id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select leads.reference from public.leads where leads.id = lead_reference.id),
    private.number_series() || '-' || upper(left(lead_reference.id::text, 8))
  );
end
$$;

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other.
create or replace function private.handle_leads(
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
    into ids using matching.patterns, since, before;
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

-- Sharing ends for the team that sees it; anyone who has sent it may end it.
create or replace function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (select id from private.own_inquiries() where private.lead_reference(id) = upper(share_inquiry.reference) and erased_at is null limit 1);
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender shares an inquiry, and only with colleagues who share, too');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
$$;

-- What the numbers of quotations and the references of leads begin with, also for a caller who may not read the seller's details.
create function private.number_series() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select number_series from public.seller_profile), 'GW')
$$;

-- The next number of the financial year of India in which an instant is. A transaction that fails gives its number back: the row of
-- the year is locked until then.
create or replace function private.next_quotation_number(at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  begins constant smallint := extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
  next text;
begin
  insert into private.quotation_numbers as counter (year, last) values (begins, 1)
  on conflict (year) do update set last = counter.last + 1 returning counter.last into next;
  return private.number_series()
    || to_char(begins % 100, 'FM00') || to_char((begins + 1) % 100, 'FM00') || '/' || lpad(next, greatest(4, char_length(next)), '0');
end
$$;

comment on column public.leads.reference is 'What a buyer and the seller call it by: the number series of the day and the beginning of the id. It opens nothing.';

revoke all on function private.leads_condition(words text, since timestamp with time zone, before timestamp with time zone, after timestamp with time zone, filters jsonb, sorted text, OUT condition text, OUT source text, OUT patterns text[]) from public, anon, authenticated, service_role;

revoke all on function private.number_series() from public, anon, authenticated, service_role;
grant execute on function private.number_series() to anon, authenticated, service_role;
-- Written until here.
