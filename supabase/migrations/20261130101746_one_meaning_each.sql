-- one meaning each
select set_config('lock_timeout', '5s', true);

alter table private.webhook_deliveries add column queued_at timestamptz not null default now();
update private.webhook_deliveries set queued_at = created_at where true;
comment on column private.webhook_deliveries.queued_at is 'When it happened, or was sent again by hand: the days in which it is tried count from then.';
drop index private.webhook_deliveries_expiring;
create index webhook_deliveries_expiring on private.webhook_deliveries (queued_at) where state = 'queued';
-- What was given with a role that has ended since.
update public.profiles set sees_margin = false where sees_margin and not (is_admin or is_sales);
update private.api_keys set revoked_at = now(), revoked_by = made_by
where revoked_at is null and made_by_id not in (select id from public.profiles where is_admin);
-- The word by which the lists ask for leads without one.
update public.leads set source = nullif(lower(source), 'none'), campaign = case when lower(campaign) <> 'none' then campaign end
where lower(source) = 'none' or lower(campaign) = 'none';

-- Written by npm run migration from supabase/schemas.
-- The first digest of a person comes on the day after. The right to see margins ends with the role.
create or replace function private.set_role_since() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.is_admin, new.is_sales) is distinct from (old.is_admin, old.is_sales) then
    new.role_since := now();
    new.digest_on := (now() at time zone 'Asia/Kolkata')::date;
    new.sees_margin := new.sees_margin and (new.is_admin or new.is_sales);
  end if;
  return new;
end
$$;

-- Ends what a lost role has given, also when the owner's SQL takes it: the person's API keys, the invitations that the person sent, which could give
-- the role to another address of theirs, begun checks of a second factor and, without any role, the person's views, calendar
-- feed and having open leads, which no one has then. A change of
-- role also ends an open invitation of the address, which would give back a role that is taken later.
create or replace function private.end_former_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where lower(email) = (select lower(users.email) from auth.users where users.id = new.id);
  if not (new.is_admin or new.is_sales) then
    perform private.hand_over(new.id, null);
    delete from private.calendar_links where user_id = new.id;
    delete from public.outbox where kind = 'digest' and recipient = (select users.email from auth.users where users.id = new.id);
  end if;
  if old.is_admin and not new.is_admin or not (new.is_admin or new.is_sales) then
    delete from private.invitations where inviter_id = new.id;
    with ended as (
      update private.api_keys set revoked_at = now(), revoked_by = made_by where made_by_id = new.id and revoked_at is null returning id
    )
    insert into public.record_history (entity, record_id, actor_id, kind) select 'api_keys', ended.id, auth.uid(), 'deleted' from ended;
    delete from auth.mfa_challenges using auth.mfa_factors where mfa_factors.id = factor_id and mfa_factors.user_id = new.id;
    delete from public.list_views where owner_id = new.id and not (new.is_admin or new.is_sales);
  end if;
  return null;
end
$$;

-- Who does a person's work today: the deputy while the person is away and both are on the staff.
create or replace function private.acting_for(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive deputies as (
    select person as id, 0 as step
    union all
    select deputy.id, step + 1
    from deputies join public.profiles as away using (id)
    join public.profiles as deputy on deputy.id = away.deputy_id and (deputy.is_admin or deputy.is_sales)
    where away.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) cycle id set is_circle using path
  select id from deputies where not is_circle order by step desc limit 1
$$;

-- A text of a link on one line, at most 100 characters; null of one with an address, which may be a person's, and of "none", which is how
-- the lists ask for leads without one.
create or replace function private.cleaned_origin(value text) returns text
language sql immutable set search_path = '' as $$
  select cleaned from (
    select nullif(private.trimmed(left(private.trimmed(regexp_replace(value, '[[:cntrl:][:space:]]+', ' ', 'g')), 100)), '')
  ) as text_of (cleaned) where value !~ '@|%40' and lower(cleaned) not in ('none', '(none)')
$$;

-- Gives the open leads, quotations and companies of a person to another one, or to no one; closed ones stay with who has closed them.
create or replace function private.hand_over(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with handed_over as (
    update public.lead_handling set assigned_to = successor, assigned_email = (select email from auth.users where id = successor)
    where assigned_to = person and state not in ('won', 'lost', 'withdrawn', 'spam') returning lead_id, assigned_email
  )
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  select lead_id, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), 'assigned', assigned_email from handed_over;
  perform private.give_quotations(array(
    select id from private.open_quotations() where owner_id = person
    union select quotation.id from public.quotations as quotation join public.lead_handling as handling using (lead_id)
    where quotation.owner_id = person and quotation.state = 'declined' and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
  ), successor);
  update public.companies set owner_id = successor where owner_id = person;
end
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
      cross join lateral (select answered_at from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
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
        cross join lateral (select state from public.lead_handling where lead_id = last.lead_id and merged_into is null offset 0) as handling
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
        from public.leads as lead
        cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
        cross join lateral (select distinct unnest(lead.selected_products) as title) as requested
        where lead.created_at > now() - interval '90 days'
        group by title order by leads desc, title limit 8
      ) as top
    ),
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        with requested as materialized (
          select lead.id, unnest(lead.selected_products) as title from public.leads as lead
          cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
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

-- {"company", "gstin_kind", "teams": domains at which people share, "people": [{"id", "name", "email", "phone", "designation", "leads",
-- "shares_at": a domain, "is_added": by staff, "can_share": has an account whose address is proven}], "leads": the newest, "quotations": the
-- newest, "states": [{"state", "count", "paise"}] of quotations, "bought": [{"name", "quantity", "paise", "on"}] in the last twelve
-- months, "merged": [{"id", "name"}]}.
create or replace function private.company_details(company uuid) returns jsonb
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
    'teams', array(select domain from private.teams where domain = any (found_one.domains) order by domain),
    'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'shares_at', private.team_of(contact.user_id),
      'is_added', exists (select from private.team_members as member where member.user_id = contact.user_id and added_by is not null),
      'can_share', exists (select from public.profiles where profiles.id = contact.user_id and address_proven_at is not null),
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
        sum((accepted #>> array['figures', 'lines', (position - 1)::text, 'total'])::bigint) as paise,
        max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions
      cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) with ordinality as chosen (line, position)
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;

create or replace function private.give_quotations(ids uuid[], successor uuid, event bigint default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.handed_quotations (event_number, quotation_id, owner_id, owner_email)
  select event, id, owner_id, owner_email from public.quotations where id = any (ids) and owner_id is distinct from successor and event is not null;
  -- Of no one's the address stays of who had it.
  update public.quotations set owner_id = successor, owner_email = coalesce((select email from auth.users where id = successor), owner_email)
  where id = any (ids) and owner_id is distinct from successor
$$;

-- By person (the owner), company, category or product; of the last two the lines that count, with their quantities. The greatest first:
-- [{"id": null without one, "name", "quoted", "quoted_paise", "quoted_quantity", "won", "won_paise", "won_quantity", "margin_paise"}].
create or replace function private.money_by(by text, since date, until date, size integer) returns jsonb
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

-- Whose work a person does today: their own, unless a deputy does it, and that of the absent whose deputy they are.
create or replace function private.work_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where (is_admin or is_sales) and private.acting_for(id) = person
$$;

-- The days of open leads, quotations and orders of a person and of the absent whose deputy they are, from a month ago: the next 500.
create or replace function private.calendar_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      leads.id, company, name, leads.created_at,
      -- An order has its own day.
      case when not exists (
        select from public.quotations join public.orders on orders.quotation_id = quotations.id
        where quotations.lead_id = leads.id and orders.cancelled_at is null and orders.needed_by is not null
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
    select 'company', id, name, next_step, null, next_on, created_at from public.companies
    where owner_id in (select private.work_of(person)) and merged_into is null
    union all
    select 'order', id, company, name, number, needed_by, created_at from private.order_rows
    where owner_id in (select private.work_of(person)) and is_open
  )
  select coalesce(jsonb_agg(to_jsonb(next) order by day, kind, id), '[]') from (
    select * from listed where day >= private.day_in_india(now()) - 31 order by day, kind, id limit 500
  ) as next
$$;

create or replace function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  receiver uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(is_enabled or event = 'test', 'Enable the webhook first', '22023')
  from private.webhook_deliveries as sent join private.webhooks on webhooks.id = webhook_id where sent.id = delivery;
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), queued_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  ) returning webhook_id into receiver;
  update private.webhooks set paused_until = null where id = receiver;
end
$$;

-- The events that are due, of each webhook three: the caller's to send for two minutes, then another's. What is older than two days is given
-- up. Of a webhook that is disabled only tests are sent, and of one that is paused what was tried before, too.
create or replace function private.claim_webhooks() returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  update private.webhook_deliveries set state = 'failed', error = coalesce(error, 'expired')
  where state = 'queued' and next_attempt_at <= now() and queued_at < now() - interval '2 days';
  with due as (
    select delivery.id from private.webhooks as webhook cross join lateral (
      select id from private.webhook_deliveries
      where webhook_id = webhook.id and state = 'queued' and next_attempt_at <= now()
        and (event = 'test' or webhook.is_enabled and (attempts > 0 or coalesce(webhook.paused_until <= now(), true)))
      order by next_attempt_at limit 3 for update skip locked
    ) as delivery
  ), taken as (
    update private.webhook_deliveries as delivery set attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '2 minutes'
    from due where delivery.id = due.id returning delivery.id
  )
  select array_agg(id) into claimed from taken;
  -- A statement of its own reads what was committed before the lock.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', taken.id, 'attempt', attempts, 'type', event, 'at', taken.created_at, 'address', address, 'data', private.webhook_data(event, subject),
      'secrets', array_remove(array[secret, case when rotated_at > now() - interval '1 day' then former_secret end], null)
    )), '[]')
    from private.webhook_deliveries as taken join private.webhooks as webhook on webhook.id = webhook_id where taken.id = any (claimed)
  );
end
$$;

comment on function public.open_calendar(pg_catalog.text) is 'The calendar feed of a token: {"site": its name, "days": [{"kind": follow_up, needed_by, valid_until, company or order, "id", "company", "name", "number": of a quotation or order, "day", "created_at"}]}. Any token that opens none answers 404.';

comment on column private.webhook_deliveries.queued_at is 'When it happened, or was sent again by hand: the days in which it is tried count from then.';
-- Written until here.
