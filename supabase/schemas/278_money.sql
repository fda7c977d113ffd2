-- The owner's figures of money (product.md, section 2, Figures): values are totals of quotations with GST, and margins what their lines
-- leave above known costs without it. Quoted are quotations that were begun in a time and sent, won those that were accepted in it.

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
    select stage, quotation_id, owner_id as id, case when owner_id is not null then owner_email end as name, paise, null::bigint as quantity, margin
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
