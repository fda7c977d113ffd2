-- sources and money
select set_config('lock_timeout', '5s', true);

alter table public.leads
  add column source text constraint leads_source_length check (char_length(source) <= 253),
  add column medium text constraint leads_medium_length check (char_length(medium) <= 100),
  add column campaign text constraint leads_campaign_length check (char_length(campaign) <= 100),
  add column referrer text constraint leads_referrer_length check (char_length(referrer) <= 253),
  add column landing_page text constraint leads_landing_page_length check (char_length(landing_page) <= 200);
alter table public.lead_handling add column answered_by uuid references auth.users (id) on delete set null;
create index lead_handling_of_answerer on public.lead_handling (answered_by);
alter table public.profiles add column sees_margin boolean not null default false;

create table private.quotation_lines (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  position smallint not null,
  product_id uuid,
  category_id uuid,
  name text not null,
  quantity integer not null,
  taxable_paise bigint not null,
  total_paise bigint not null,
  cost_paise bigint,
  primary key (quotation_id, position)
);
comment on table private.quotation_lines is
  'Denormalised: the lines of each sent quotation that count, as its buyer has accepted them, else sees them first.';
comment on column private.quotation_lines.product_id is 'Stays when the product is deleted; null of charges and other lines without one.';
comment on column private.quotation_lines.cost_paise is 'Of one, as it was when the quotation was sent or decided; null where it is not known.';
create index quotation_lines_of_product on private.quotation_lines (product_id);
create index quotation_lines_of_category on private.quotation_lines (category_id);
alter table private.quotation_lines enable row level security;

-- Written by npm run migration from supabase/schemas.
drop function public.people();

drop function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer);

drop function private.people();

drop function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer);

create function private.people() returns table (
  id uuid, email text, name text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean,
  telephone text, factor_removed_at timestamptz, factor_removed_by text, sees_margin boolean
)
language sql stable security definer set search_path = '' as $$
  select
    users.id, users.email::text, profiles.name, case when profiles.is_admin then 'administrator' else 'sales' end,
    coalesce(profiles.role_since, profiles.created_at), users.last_sign_in_at,
    exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'),
    profiles.telephone, removal.changed_at, private.display_name(removal.actor_id), profiles.is_admin or profiles.sees_margin
  from public.profiles join auth.users on users.id = profiles.id
  left join lateral (
    select changed_at, actor_id from public.record_history where entity = 'profiles' and record_id = users.id order by number desc limit 1
  ) as removal on true
  where (profiles.is_admin or profiles.is_sales) and users.deleted_at is null and (select private.is_admin())
  order by users.email
$$;

select private.expose('people',
  'Who works in the back office, by e-mail address: the name, the telephone number, the role (administrator, sales) and since when, whether signing in takes a second factor, when and by whom a lost one was removed, and whether margins are shown. Empty for anyone but administrators.');

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
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company', 'source', 'campaign', 'answered_by'
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

create function private.lead_sources() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select source from public.leads where source is not null group by source order by count(*) desc, source limit 100)
  where (select private.is_staff())
$$;

select private.expose('lead_sources', 'What led to the visits of leads, the most frequent first, at most 100. Null for anyone but administrators and sales.');

-- What led to a visit, as the sender's browser says: {"source", "medium", "campaign", "referrer", "landing_page"}. In a header, since the
-- row is what the sender has typed; null of what is no JSON.
create function private.sent_origin() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-origin')::jsonb;
exception
  when data_exception then
    return null;
end
$$;

-- A text of a link on one line, at most 100 characters; null of one with an address, which may be a person's.
create function private.cleaned_origin(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(private.trimmed(left(private.trimmed(regexp_replace(value, '[[:cntrl:][:space:]]+', ' ', 'g')), 100)), '') where value !~ '@|%40'
$$;

-- Trims the texts of a lead. One from the API gets its id, date and sender from the server, and is answered by e-mail.
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
  own_columns constant text[] := array['id', 'created_at', 'email', 'search_text', 'link', 'notice_version', 'notice_language', 'notice_at', 'contact_id',
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

-- Derives what is current from a lead's events. One that is opened is no longer new, until its state is set to new again. A lead
-- that is answered is in progress unless its state says more; one that is quoted, won, lost or withdrawn counts as answered.
create or replace function private.derive_handling(lead uuid) returns void
language sql set search_path = '' as $$
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
        case when exists (select from event where kind = 'opened' and number > coalesce((select number from last_state), 0)) then 'opened' end,
        'new'
      ) as state,
      (select array[value] from event where kind = 'due' order by number desc limit 1) as due,
      (select count(*) from event where kind = 'note') as notes
  ),
  first_answer as (
    select created_at, case when value <> 'withdrawn' then actor_id end as actor_id from event, present
    where kind = 'answered'
      or kind = 'state' and value in ('quoted', 'won', 'lost', 'withdrawn') and present.state in ('quoted', 'won', 'lost', 'withdrawn')
    order by created_at, number limit 1
  )
  update public.lead_handling as handling
  set
    state = present.state,
    due_on = present.due[1]::date,
    answered_at = (select created_at from first_answer),
    answered_by = (select actor_id from first_answer),
    notes = present.notes
  from present
  where handling.lead_id = lead
$$;

-- Runs with its owner's rights, since it would read more rows under the policies. `offset 0` looks rows up one by one, by the
-- keys of the recent leads: joined plainly, the long tables would be read whole.
-- How many leads wait for an answer less than 8, 16, 24, 48 hours and longer; the median minutes until an answer, of the last 30
-- days; leads won and lost in each of the last six months; the eight products and industries of most leads of the last 90 days.
create or replace function private.lead_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_staff() then jsonb_build_object(
    'waiting', (
      select jsonb_build_array(
        count(*) filter (where age < interval '8 hours'),
        count(*) filter (where age >= interval '8 hours' and age < interval '16 hours'),
        count(*) filter (where age >= interval '16 hours' and age < interval '24 hours'),
        count(*) filter (where age >= interval '24 hours' and age < interval '48 hours'),
        count(*) filter (where age >= interval '48 hours')
      )
      from (select now() - created_at as age from public.lead_handling where merged_into is null and answered_at is null and state <> 'spam') as waiting
    ),
    'median_minutes', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from handling.answered_at - lead.created_at)) / 60)
      from public.leads as lead
      cross join lateral (select answered_at from public.lead_handling where lead_id = lead.id offset 0) as handling
      where lead.created_at > now() - interval '30 days' and handling.answered_at is not null
    ),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'won', won, 'lost', lost) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '5 months', this_month, interval '1 month') as month
      cross join lateral (
        select
          count(*) filter (where last.value = 'won') as won,
          count(*) filter (where last.value = 'lost') as lost
        from public.lead_events as last
        cross join lateral (select state from public.lead_handling where lead_id = last.lead_id offset 0) as handling
        where last.kind = 'state' and last.value in ('won', 'lost') and last.value = handling.state
          and last.created_at >= month at time zone 'Asia/Kolkata' and last.created_at < (month + interval '1 month') at time zone 'Asia/Kolkata'
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
        from public.leads as lead cross join lateral (select distinct unnest(lead.selected_products) as title) as requested
        where lead.created_at > now() - interval '90 days'
        group by title order by leads desc, title limit 8
      ) as top
    ),
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        with requested as materialized (
          select lead.id, unnest(lead.selected_products) as title from public.leads as lead
          where lead.created_at > now() - interval '90 days'
        ),
        tagged as materialized (
          select distinct titles.title, tag.name
          from (select distinct title from requested) as titles
          cross join lateral (select id from public.products where products.name = titles.title offset 0) as product
          cross join lateral (
            select industry_tag_id from public.product_industry_tags where product_id = product.id offset 0
          ) as link
          join public.industry_tags as tag on tag.id = link.industry_tag_id
        )
        select tagged.name as title, count(distinct requested.id) as leads
        from requested join tagged using (title)
        group by tagged.name order by leads desc, tagged.name limit 8
      ) as top
    )
  ) end;
end
$$;

-- The lines of the versions in force of some quotations, or of all.
create function private.lines_in_force(quotations uuid[] default null) returns setof private.quotation_lines
language sql stable set search_path = '' as $$
  select
    version.quotation_id, position::smallint, (line ->> 'product_id')::uuid, product.category_id, coalesce(line ->> 'name', ''), coalesce((line ->> 'quantity')::integer, 1),
    coalesce((figure ->> 'taxable')::bigint, 0), coalesce((figure ->> 'total')::bigint, 0), terms.cost_paise
  from (
    select distinct on (quotation_id) * from public.quotation_versions
    where sent_at is not null and (quotations is null or quotation_id = any (quotations)) order by quotation_id, revision desc
  ) as version
  cross join lateral jsonb_array_elements(
    private.chosen_lines(version.content, coalesce(version.accepted -> 'choice', version.frozen -> 'choice', '{}'))
  ) with ordinality as chosen (line, position)
  cross join lateral (select coalesce(version.accepted -> 'figures', version.frozen -> 'figures') #> array['lines', (position - 1)::text] as figure) as counted
  left join public.products as product on product.id = (line ->> 'product_id')::uuid
  left join public.product_terms as terms on terms.product_id = product.id
$$;

-- Runs with its owner's rights, since no role of the API may write lines.
create function private.put_quotation_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.quotation_lines where quotation_id = new.quotation_id;
  insert into private.quotation_lines select * from private.lines_in_force(array[new.quotation_id]);
  return null;
end
$$;

-- Whether the caller may see what the seller earns: administrators, and whom they allow.
create function private.sees_margin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admin() or private.is_staff() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and profiles.sees_margin
  )
$$;

create function private.set_margin_right(person uuid, is_allowed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  update public.profiles set sees_margin = coalesce(is_allowed, false) where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
end
$$;

select private.expose('set_margin_right', 'Whether a person of sales sees the margins of quotations. For administrators, who always do.');

-- What lines leave above the costs that are known, without GST; null where none is.
create function private.margin_of(quotation uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select sum(taxable_paise - quantity * cost_paise)::bigint from private.quotation_lines where quotation_id = margin_of.quotation
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
  )) as search_text,
  private.day_in_india((version.accepted ->> 'at')::timestamptz) as won_on, quotation.contact_id
from public.quotations as quotation
cross join lateral (
  select * from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
) as version;

-- How quotations that were begun in the last 365 days were decided, and the median days from the sending to the acceptance. By these
-- open ones are weighed.
create function private.acceptance(out accepted integer, out declined integer, out expired integer, out days integer)
language sql stable security definer set search_path = '' as $$
  select
    count(*) filter (where state = 'accepted'), count(*) filter (where state = 'declined'), count(*) filter (where state = 'expired'),
    round(coalesce(percentile_cont(0.5) within group (order by won_on - private.day_in_india(sent_at)) filter (where state = 'accepted'), 0))
  from private.quotation_rows
  where created_at >= (private.day_in_india(now()) - 364)::timestamp at time zone 'Asia/Kolkata'
$$;

-- The month in which an open quotation is likely to be accepted: as many days after its sending as accepted ones took, and not in the past.
create function private.likely_month(sent_at timestamptz, days integer) returns text
language sql stable set search_path = '' as $$
  select to_char(greatest(private.day_in_india(now()), private.day_in_india(coalesce(sent_at, now())) + days), 'YYYY-MM')
$$;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create or replace function private.matching_quotations(words text, filters jsonb) returns setof private.quotation_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'owner', 'lead', 'since', 'before', 'expiring', 'unanswered', 'won', 'sent', 'reason', 'about', 'unsettled', 'company', 'likely', 'source', 'campaign', 'lines'] = '{}', 'Quotations have no such filter', '22023'
  );
  select * from private.quotation_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (filters ->> 'expiring' is distinct from 'yes' or state = 'sent' and valid_until <= private.day_in_india(now()) + 7)
    and (filters ->> 'unanswered' is distinct from 'yes' or state = 'sent' and sent_at < now() - interval '3 days')
    and (filters ->> 'unsettled' is distinct from 'yes' or id in (select private.unsettled_quotations()))
    and (not filters ? 'won' or case
      when filters ->> 'won' like '%\_%' then state = 'accepted' and won_on between split_part(filters ->> 'won', '_', 1)::date and split_part(filters ->> 'won', '_', 2)::date
      else won_in = filters ->> 'won'
    end)
    and (not filters ? 'likely' or state in ('draft', 'sent', 'change_asked') and private.likely_month(sent_at, (select days from private.acceptance())) = filters ->> 'likely')
    and (filters ->> 'sent' is distinct from 'yes' or number is not null)
    and (not filters ? 'reason' or private.reason_of_quotation(id) = filters ->> 'reason')
    and (not filters ? 'company' or (select company_id from public.contacts where contacts.id = listed.contact_id) is not distinct from nullif(filters ->> 'company', 'none')::uuid)
    and (not filters ?| array['source', 'campaign'] or exists (
      select from (values (1)) as one left join public.leads as lead on lead.id = listed.lead_id
      where (not filters ? 'source' or lead.source is not distinct from nullif(filters ->> 'source', 'none'))
        and (not filters ? 'campaign' or lead.campaign is not distinct from nullif(filters ->> 'campaign', 'none'))
    ))
    and (not filters ? 'lines' or id in (
      select quotation_id from private.quotation_lines
      where case when filters ->> 'lines' like 'product:%' then product_id else category_id end is not distinct from nullif(split_part(filters ->> 'lines', ':', 2), 'none')::uuid
    ))
    and (not filters ? 'about' or id in (
      select quotation_id from private.counted_quotations
      where about = private.about_id(filters ->> 'about')
        and stage = case when filters ->> 'state' in ('accepted', 'declined') then filters ->> 'state' else 'quoted' end
    ))
$$;

-- A text that sorts as the value does, in every client.
-- Filters: state, also expired; unsettled: yes, what the buyer answered and unsettled_quotations() has; owner, the id of one of administrators(); lead; since and before, of their beginning; expiring,
-- unanswered, sent: yes; won, a month like 2027-03, or days like 2027-03-01_2027-03-15; likely, the month in which an open one is likely
-- to be won; source and campaign of its lead, or none; lines, "product:" or "category:" with an id or none, of its lines; reason, why its buyer declined it last; about, what it offered, or with the
-- states accepted and declined what was accepted or declined, as for find_leads. Sorted by created_at, number, company, total,
-- state, valid_until or owner.
create function private.find_quotations(
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
    case when found.state = 'declined' then private.reason_of_quotation(found.id) end
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

select private.expose('find_quotations',
  'Quotations with all of the words in their number, buyer or products, that meet the filters of matching_quotations: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales; margins for whom administrators allow.');

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
    'campaign', lead.campaign, 'referrer', lead.referrer, 'landing_page', lead.landing_page
  );
end
$$;

-- The quotations of a time, once as quoted and once as won.
create function private.sold(since date, until date) returns table (
  stage text, quotation_id uuid, paise bigint, margin numeric, won_on date, owner_id uuid, owner_email text, contact_id uuid, lead_id uuid
)
language sql stable security definer set search_path = '' as $$
  select
    stage, id, total_paise, (select sum(taxable_paise - quantity * cost_paise) from private.quotation_lines as line where line.quotation_id = id), won_on,
    owner_id, owner_email, contact_id, lead_id
  from private.quotation_rows
  cross join lateral (values
    ('quoted', number is not null and created_at >= since::timestamp at time zone 'Asia/Kolkata' and created_at < (until + 1)::timestamp at time zone 'Asia/Kolkata'),
    ('won', state = 'accepted' and won_on between since and until)
  ) as stages (stage, is_counted)
  where is_counted
$$;

-- Of the last 24 months until that of a day, in India: [{"month", "quotations", "paise", "margin_paise"}]; won in them, by the filter "won".
create function private.won_by_month(until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'month', to_char(month, 'YYYY-MM'), 'quotations', coalesce(won.quotations, 0), 'paise', coalesce(won.paise, 0), 'margin_paise', won.margin
  ) order by month)
  from generate_series(date_trunc('month', until::timestamp) - interval '23 months', date_trunc('month', until::timestamp), interval '1 month') as month
  left join (
    select to_char(won_on, 'YYYY-MM') as won_in, count(*) as quotations, sum(sold.paise) as paise, sum(margin) as margin
    from private.sold(
      (date_trunc('month', until::timestamp) - interval '23 months')::date, (date_trunc('month', until::timestamp) + interval '1 month')::date - 1
    ) as sold where stage = 'won' group by 1
  ) as won on won_in = to_char(month, 'YYYY-MM')
$$;

-- What is open now: {"accepted", "declined", "expired", "days": as acceptance(), "since": of these, "states": [{"state", "quotations", "paise"}], "months":
-- [{"month": likely, "quotations", "paise", "likely_paise": times the rate of acceptance, null without one}]}.
create function private.open_money() returns jsonb
language sql stable security definer set search_path = '' as $$
  with rate as materialized (select * from private.acceptance()),
  listed as (
    select state, total_paise, private.likely_month(sent_at, (select days from rate)) as month
    from private.quotation_rows where state in ('draft', 'sent', 'change_asked')
  )
  select to_jsonb(rate) || jsonb_build_object(
    'since', private.day_in_india(now()) - 364,
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object('state', state, 'quotations', number, 'paise', paise) order by state), '[]')
      from (select state, count(*) as number, sum(total_paise) as paise from listed group by state) as by_state
    ),
    'months', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'month', month, 'quotations', number, 'paise', paise, 'likely_paise', round(paise * accepted / nullif(accepted + declined + expired, 0))
      ) order by month), '[]')
      from (select month, count(*) as number, sum(total_paise) as paise from listed group by month) as by_month
    )
  ) from rate
$$;

-- By person (the owner), company, category or product; of the last two the lines that count, with their quantities. The greatest first:
-- [{"id": null without one, "name", "quoted", "quoted_paise", "quoted_quantity", "won", "won_paise", "won_quantity", "margin_paise"}].
create function private.money_by(by text, since date, until date, size integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(by in ('person', 'company', 'category', 'product'), 'Money is grouped by person, company, category or product', '22023');
  with sold as materialized (select * from private.sold(since, until)),
  part as (
    select stage, quotation_id, owner_id as id, owner_email as name, paise, null::bigint as quantity, margin
    from sold where by = 'person'
    union all
    select stage, quotation_id, company.id, company.name, paise, null, margin
    from sold left join public.contacts as contact on contact.id = contact_id left join public.companies as company on company.id = company_id
    where by = 'company'
    union all
    select
      stage, quotation_id, case by when 'product' then product_id else category_id end, case when by = 'product' and product_id is not null then line.name end,
      total_paise, quantity, taxable_paise - quantity * cost_paise
    from sold join private.quotation_lines as line using (quotation_id) where by in ('category', 'product')
  ), summed as (
    select
      id, max(name) as name,
      count(distinct quotation_id) filter (where stage = 'quoted') as quoted, coalesce(sum(paise) filter (where stage = 'quoted'), 0) as quoted_paise,
      sum(quantity) filter (where stage = 'quoted') as quoted_quantity,
      count(distinct quotation_id) filter (where stage = 'won') as won, coalesce(sum(paise) filter (where stage = 'won'), 0) as won_paise,
      sum(quantity) filter (where stage = 'won') as won_quantity, sum(margin) filter (where stage = 'won') as margin_paise
    from part group by id order by won_paise desc, quoted_paise desc, id limit size
  )
  select coalesce(jsonb_agg(to_jsonb(summed) || jsonb_build_object('name', coalesce(
    case by when 'category' then (select category.name from public.categories as category where category.id = summed.id)
      when 'product' then (select product.name from public.products as product where product.id = summed.id) end, summed.name
  )) order by won_paise desc, quoted_paise desc, summed.id), '[]') from summed
$$;

-- Where leads of a time came from, and what was quoted and won of such leads in it: by source, and within it by campaign.
-- [{"source", "campaign": null of all together, "leads", "quoted", "quoted_paise", "won", "won_paise"}], most leads first.
create function private.money_of_sources(since date, until date, size integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with part as (
    select source, campaign, 'lead' as stage, 0::bigint as paise
    from public.lead_handling as handling join public.leads as lead on lead.id = handling.lead_id
    where merged_into is null and handling.created_at >= since::timestamp at time zone 'Asia/Kolkata'
      and handling.created_at < (until + 1)::timestamp at time zone 'Asia/Kolkata'
    union all
    select source, campaign, stage, paise from private.sold(since, until) left join public.leads as lead on lead.id = lead_id
  ), summed as (
    select
      source, campaign, grouping(campaign) as is_whole, count(*) filter (where stage = 'lead') as leads,
      count(*) filter (where stage = 'quoted') as quoted, coalesce(sum(paise) filter (where stage = 'quoted'), 0) as quoted_paise,
      count(*) filter (where stage = 'won') as won, coalesce(sum(paise) filter (where stage = 'won'), 0) as won_paise
    from part group by grouping sets ((source), (source, campaign))
  )
  select coalesce(jsonb_agg(to_jsonb(listed) - array['is_whole', 'all_leads'] order by all_leads desc, source nulls last, is_whole desc, leads desc, campaign), '[]')
  from (
    select summed.*, max(leads) over (partition by source) as all_leads from summed
    where is_whole = 1 or campaign is not null order by all_leads desc, source nulls last, is_whole desc, leads desc, campaign limit size
  ) as listed
$$;

-- A time in days with one decimal.
create function private.days_of(elapsed interval) returns numeric
language sql immutable set search_path = '' as $$
  select round((extract(epoch from elapsed) / 86400)::numeric, 1)
$$;

-- The average days from a lead to its first quotation that was sent, and from there to an answer, of quotations that were begun in a
-- time: {"quoted", "accepted", "declined"}, each {"quotations", "days": null of none}. One whose lead was erased has no days to it.
create function private.quotation_times(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with timed as (
    select
      row.state, first.sent_at - lead.created_at as to_quote,
      coalesce((accepted.at), (select max(created_at) from public.quotation_events where quotation_id = row.id and kind = 'declined')) - first.sent_at as to_answer
    from private.sold(since, until) as sold join private.quotation_rows as row on row.id = sold.quotation_id
    cross join lateral (select min(sent_at) as sent_at from public.quotation_versions where quotation_id = row.id) as first
    cross join lateral (
      select max((version.accepted ->> 'at')::timestamptz) as at from public.quotation_versions as version where quotation_id = row.id
    ) as accepted
    left join public.leads as lead on lead.id = row.lead_id
    where stage = 'quoted'
  )
  select jsonb_build_object(
    'quoted', jsonb_build_object('quotations', count(*), 'days', private.days_of(avg(to_quote))),
    'accepted', jsonb_build_object('quotations', count(*) filter (where state = 'accepted'), 'days', private.days_of(avg(to_answer) filter (where state = 'accepted'))),
    'declined', jsonb_build_object('quotations', count(*) filter (where state = 'declined'), 'days', private.days_of(avg(to_answer) filter (where state = 'declined')))
  ) from timed
$$;

-- Searches and views, as daily or weekly sums: [{"day": the first of each, "until", "searched", "seen", "added"}].
create function private.visits(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', first, 'until', last, 'searched', private.sum_of_counts('searched', first, last), 'seen', private.sum_of_counts('seen', first, last),
    'added', private.sum_of_counts('added', first, last)
  ) order by first), '[]')
  from (select greatest(since, (select min(day) from public.daily_counts where kind = 'seen' and key = ''), until - 1000) as begins) as counted
  cross join lateral (select case when until - begins <= 31 then 1 else ceil((until - begins) / 28.0)::integer end as step) as steps
  -- Only whole ones: a part would look like a fall.
  cross join lateral generate_series(0, (until - begins + 1) / step - 1) as earlier
  cross join lateral (select until - (earlier + 1) * step + 1 as first, until - earlier * step as last) as days
$$;

-- Of the leads of a time, by person, whom they are assigned to and who answered them first, and by the day of the week on which they came in India, from 1, Monday.
-- India's time is 5:30 ahead at all times: looking its zone up takes longer than the rest of a row.
create or replace function private.answer_times(since timestamptz, before timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      assigned_to, coalesce(answered_by, assigned_to) as answerer, date_part('isodow', created_at at time zone interval '5:30')::integer as weekday,
      date_part('epoch', answered_at - created_at) / 60 as minutes
    from public.lead_handling where merged_into is null and created_at >= since and created_at < before
  ), counted as (
    select
      grouping(weekday) as over_days, grouping(person) as over_people, person, weekday,
      count(*) filter (where is_lead) as leads, count(minutes) as answered, percentile_cont(array[0.5, 0.9]) within group (order by minutes) as within
    from (
      select assigned_to as person, weekday, true as is_lead, null::double precision as minutes from lead
      union all select answerer, weekday, false, minutes from lead where minutes is not null
    ) as part
    group by grouping sets ((), (weekday), (person))
  ), measured as (
    select
      over_days, over_people, person, weekday, (select users.email from auth.users where users.id = person) as email,
      jsonb_build_object('leads', leads, 'answered', answered, 'median_minutes', round(within[1]), 'p90_minutes', round(within[2])) as times
    from counted
  )
  select jsonb_build_object(
    'all', (select times from measured where over_days = 1 and over_people = 1),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person, 'email', email) || times order by email nulls last), '[]')
      from measured where over_days = 1 and over_people = 0
    ),
    'weekdays', (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday) || times order by weekday), '[]') from measured where over_days = 0),
    'unanswered_quotations', (
      select count(*) from public.quotations as quotation
      cross join lateral (
        select sent_at, valid_until from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
      ) as version
      where state = 'sent' and valid_until >= private.day_in_india(now()) and sent_at < now() - interval '3 days'
    )
  )
$$;

-- funnel: {"searched", "seen", "added": how often; "asked": the leads of count_leads, "quoted", "accepted", "declined": the
-- quotations begun then of count_quotations with sent: yes, state: accepted, state: declined}.
-- searches (words are stored as long as the retention of searches says): {"searched", "not_found", "chosen", "words": [{"words",
-- "searched", "not_found", "chosen"}]}, with the option list: not_found only those.
-- products, since counting began: {"seen_never_asked", "asked_never_quoted", "quoted_declined": the products that count_products
-- counts by the filter of that name: yes; "products": [{"id", "name", "seen", "added", "asked", "quoted", "accepted", "declined",
-- "reasons": {reason: times}}] of the option list, one of these three, or those seen most}.
-- groups, by the option group, category, theme, industry or band: [{"id", "name", "seen", "added", "asked", "quoted", "accepted",
-- "declined"}]; of these and of products "asked" is count_leads and the others are count_quotations with the filter about.
-- answers: {"all", "people": [{"id", "email"}], "weekdays": [{"weekday": 1 is Monday}], each with "leads", "answered",
-- "median_minutes", "p90_minutes"; "unanswered_quotations"}; a person's are those of count_leads by assigned and
-- answered_by, an id or none.
-- won, open, money (by the option by), sources and times are those of 278_money.sql; visits those of visits().
-- reasons: {"declined": [{"reason", "quotations"}], "lost": [{"reason", "leads"}]}, of count_quotations and count_leads with state
-- and reason.
-- seasons, by the options festival (diwali, holi, eid, christmas, new_year) and weeks, for each year from since to until:
-- {"festival", "years": [{"year", "date", "weeks": [{"week": -1 is the one before, "since", "until", "asked", "seen", "added",
-- "quoted", "accepted"}]}]}.
-- vitals: [{"vital", "page", "views", "p75": milliseconds, of CLS thousandths}].
create or replace function private.figures(kind text, since date default null, until date default null, options jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := coalesce(until, private.day_in_india(now()));
  first_day constant date := coalesce(since, last_day - 89);
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (last_day + 1)::timestamp at time zone 'Asia/Kolkata';
  size constant integer := least(greatest(coalesce((options ->> 'size')::integer, 50), 1), 1000);
  list constant text := options ->> 'list';
begin
  if not private.is_admin() then
    return null;
  end if;
  case kind
    when 'funnel' then return private.funnel(first_day, last_day);
    when 'searches' then return private.search_figures(first_day, last_day, list, size);
    when 'products' then return private.product_figures(list, size);
    when 'groups' then return private.counts_of_groups(coalesce(options ->> 'group', 'category'), first_day, last_day);
    when 'answers' then return private.answer_times(starts, ends);
    when 'reasons' then return private.reason_figures(starts, ends);
    when 'seasons' then
      return private.seasons(coalesce(options ->> 'festival', 'diwali'), least(coalesce((options ->> 'weeks')::integer, 8), 26), since, last_day);
    when 'won' then return private.won_by_month(last_day);
    when 'open' then return private.open_money();
    when 'money' then return private.money_by(coalesce(options ->> 'by', 'person'), first_day, last_day, size);
    when 'sources' then return private.money_of_sources(first_day, last_day, size);
    when 'times' then return private.quotation_times(first_day, last_day);
    when 'visits' then return private.visits(first_day, last_day);
    when 'vitals' then return private.vital_figures(first_day, last_day);
    else
      raise exception 'There are no such figures: %', kind using errcode = '22023';
  end case;
end
$$;

CREATE OR REPLACE TRIGGER put_lines AFTER INSERT OR UPDATE OF sent_at, accepted ON public.quotation_versions FOR EACH ROW WHEN ((new.sent_at IS NOT NULL)) EXECUTE FUNCTION private.put_quotation_lines();

comment on column public.profiles.sees_margin is 'Whether an administrator lets a person of sales see the margins of quotations.';

comment on column public.leads.source is 'What led to the visit: as its link says, else by the kind of its click id, else the referring host.';

comment on column public.leads.landing_page is 'The path at which the visit began, of private pages only its first part.';

comment on column public.lead_handling.answered_by is 'Who of the staff did what answered_at is the time of; null where it was the buyer. Then the answer counts for whom the lead is assigned to.';

comment on function public.figures(pg_catalog.text,pg_catalog.date,pg_catalog.date,pg_catalog.jsonb) is 'The owner''s figures of days in India, both included, by default the last 90: funnel, searches, products, groups, answers, reasons, seasons, won, open, money, sources, times, visits or vitals. The option size limits rows, to 50. Null for anyone but administrators.';

revoke all on function private.sees_margin() from public, anon, authenticated, service_role;

revoke all on function private.lines_in_force(quotations uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.put_quotation_lines() from public, anon, authenticated, service_role;

revoke all on function private.margin_of(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.acceptance(OUT accepted integer, OUT declined integer, OUT expired integer, OUT days integer) from public, anon, authenticated, service_role;

revoke all on function private.likely_month(sent_at timestamp with time zone, days integer) from public, anon, authenticated, service_role;

revoke all on function private.sold(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.won_by_month(until date) from public, anon, authenticated, service_role;

revoke all on function private.open_money() from public, anon, authenticated, service_role;

revoke all on function private.money_by(by text, since date, until date, size integer) from public, anon, authenticated, service_role;

revoke all on function private.money_of_sources(since date, until date, size integer) from public, anon, authenticated, service_role;

revoke all on function private.days_of(elapsed interval) from public, anon, authenticated, service_role;

revoke all on function private.quotation_times(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.visits(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_origin(value text) from public, anon, authenticated, service_role;
grant execute on function private.cleaned_origin(value text) to anon, authenticated, service_role;

revoke all on function private.sent_origin() from public, anon, authenticated, service_role;
grant execute on function private.sent_origin() to anon, authenticated, service_role;

revoke all on function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.lead_sources() from public, anon, authenticated, service_role;
grant execute on function public.lead_sources() to authenticated, service_role;

revoke all on function private.lead_sources() from public, anon, authenticated, service_role;
grant execute on function private.lead_sources() to authenticated, service_role;

revoke all on function public.people() from public, anon, authenticated, service_role;
grant execute on function public.people() to authenticated, service_role;

revoke all on function private.people() from public, anon, authenticated, service_role;
grant execute on function private.people() to authenticated, service_role;

revoke all on function public.set_margin_right(person uuid, is_allowed boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_margin_right(person uuid, is_allowed boolean) to authenticated, service_role;

revoke all on function private.set_margin_right(person uuid, is_allowed boolean) from public, anon, authenticated, service_role;
grant execute on function private.set_margin_right(person uuid, is_allowed boolean) to authenticated, service_role;
-- Written until here.

update public.lead_handling as handling set answered_by = (
  select case when value <> 'withdrawn' then actor_id end from public.lead_events as event
  where event.lead_id = handling.lead_id and event.kind in ('answered', 'state') and event.created_at = handling.answered_at order by number limit 1
) where answered_at is not null;
insert into private.quotation_lines select * from private.lines_in_force();
