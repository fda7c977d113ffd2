-- The back office's list of quotations, and its figures (product.md, section 2, Quotations).

-- One row a quotation: of the version in force, else of the draft. Expired is computed, by the day in India.
create view private.quotation_rows with (security_invoker = true) as
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

-- Why a lead was lost: as staff have said, else as its buyer declined the last quotation; "none" where no one has said.
create function private.reason_of_lead(lead uuid) returns text
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

-- Why the buyer of a quotation declined it last.
create function private.reason_of_quotation(quotation uuid) returns text
language sql stable security definer set search_path = '' as $$
  select value ->> 'reason' from public.quotation_events where quotation_id = quotation and kind = 'declined' order by number desc limit 1
$$;

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
create function private.matching_quotations(words text, filters jsonb) returns setof private.quotation_rows
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
select private.expose('find_quotations',
  'Quotations with all of the words in their number, buyer or products, that meet the filters of matching_quotations: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales; margins for whom administrators allow.');

create function private.count_quotations(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_quotations(words, filters) having (select private.is_staff())
$$;
select private.expose('count_quotations',
  'How many quotations find_quotations finds in all. Null for anyone but administrators and sales.');

create function private.quotation_totals() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
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
  ) where (select private.is_staff())
$$;
select private.expose('quotation_totals',
  'Figures for the dashboard: {"change_asked", "declined", "accepted", "unanswered" for three days, "expiring" within seven, "won": [{"month", "paise", "count"}] of twelve months in India}, each as find_quotations finds it by the filter of its name. Null for anyone but administrators and sales.');

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
comment on function public.lead_pulse is
  'By which a screen knows that it is out of date: how many leads are unanswered, and new, at most 1000 each, the number of the latest event, less those missing before it, when the newest lead came, and how many quotations wait for the seller. No row for anyone but administrators and sales.';
