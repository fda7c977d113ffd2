-- The back office's list of orders, an order's page and the figures of orders (product.md, section 2, Orders and Figures).

-- The working day, Monday to Friday, that is so many before a day.
create function private.working_days_before(day date, days integer) returns date
language sql immutable set search_path = '' as $$
  select date_trunc('week', day)::date + 7 * floor(place / 5.0)::integer + place - 5 * floor(place / 5.0)::integer
  from (select least(extract(isodow from day)::integer, 6) - 1 - days as place) as counted
$$;

-- One row an order. Its state is that of its line that is least far, without those that were returned; "proof" where such a line needs one.
-- start_on is the day by which its work begins: needed by, less the longest lead time of the products in preparation.
create view private.order_rows with (security_invoker = true) as
select
  own.id, own.number, own.quotation_id, own.needed_by, own.created_at, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.contact_id,
  quotation.number as quotation_number, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name, version.total_paise, made.lines,
  case
    when own.cancelled_at is not null then 'cancelled' when made.least is null then 'returned' when made.least = 1 and made.has_proof then 'proof'
    else (array['preparing', 'production', 'packed', 'dispatched', 'delivered'])[made.least]
  end as state,
  own.cancelled_at is null and quotation.erase_on is null and coalesce(made.least, 5) < 5 as is_open,
  case when made.lead_days is null then own.needed_by else private.working_days_before(own.needed_by, made.lead_days) end as start_on,
  case when own.cancelled_at is null and made.least = 5 then (
    select private.day_in_india(max(delivered_at)) from public.order_dispatches where order_id = own.id
  ) end as delivered_on,
  own.cancelled_at is null and quotation.erase_on is null and (made.waits or coalesce(made.least, 5) < 5 and own.advance_paise is not null and own.advance_received_on is null) as waits_for_buyer,
  lower(concat_ws(
    ' ', own.number, quotation.number, version.content #>> '{buyer,company}', version.accepted ->> 'purchase_order',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}') end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text
from public.orders as own
join public.quotations as quotation on quotation.id = own.quotation_id
join public.quotation_versions as version on version.id = own.version_id
cross join lateral (
  select
    min(array_position(array['preparing', 'production', 'packed', 'dispatched', 'delivered'], line.state)) as least,
    coalesce(bool_or(line.state = 'preparing' and line.needs_proof), false) as has_proof, coalesce(bool_or(private.waits_for_buyer(line)), false) as waits,
    max(coalesce(product.lead_days_to, product.lead_days_from)) filter (where line.state = 'preparing') as lead_days,
    coalesce(jsonb_agg(jsonb_build_object('id', line.id, 'state', line.state) order by line.position), '[]') as lines
  from public.order_lines as line
  left join lateral (
    select (item ->> 'product_id')::uuid as id from jsonb_array_elements(version.content -> 'lines') as item where item ->> 'id' = line.line_id::text limit 1
  ) as content on true
  left join public.products as product on product.id = content.id
  where line.order_id = own.id
) as made;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create function private.matching_orders(words text, filters jsonb) returns setof private.order_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'due', 'waits', 'open', 'owner', 'lead', 'company', 'since', 'before', 'delivered', 'kept'] = '{}', 'Orders have no such filter', '22023'
  );
  select * from private.order_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'due' or is_open and case filters ->> 'due'
      when 'late' then needed_by < private.day_in_india(now())
      else needed_by >= private.day_in_india(now()) and start_on <= private.day_in_india(now()) + 7
    end)
    and (filters ->> 'waits' is distinct from 'yes' or waits_for_buyer)
    and (filters ->> 'open' is distinct from 'yes' or is_open)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and (not filters ? 'company' or (select company_id from public.contacts where contacts.id = listed.contact_id) is not distinct from nullif(filters ->> 'company', 'none')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (not filters ? 'delivered' or delivered_on between split_part(filters ->> 'delivered', '_', 1)::date and split_part(filters ->> 'delivered', '_', 2)::date)
    and (not filters ? 'kept' or case filters ->> 'kept' when 'yes' then delivered_on <= needed_by when 'no' then delivered_on > needed_by else needed_by is null end)
$$;

-- Filters: state, also proof and cancelled; due, late (open, and needed before today) or week (open, not late, and its work begins within seven days);
-- waits: yes, for an approval or an advance; open: yes; owner, the id of one of administrators(), or none; lead; company, or none; since and before, of
-- their beginning; delivered, days like 2027-03-01_2027-03-15; kept, whether they were delivered by the day they were needed: yes, no, or none without a day.
-- A text that sorts as the value does, in every client.
create function private.find_orders(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, number text, company text, name text, state text, needed_by date, start_on date, delivered_on date, is_late boolean, waits_for_buyer boolean, total_paise bigint,
  owner_email text, quotation_id uuid, quotation_number text, created_at timestamptz, lines jsonb, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'number', 'company', 'total', 'state', 'needed_by', 'start_on', 'owner'),
    'Orders are sorted by created_at, number, company, total, state, needed_by, start_on or owner', '22023'
  );
  select
    found.id, found.number, company, name, found.state, needed_by, start_on, delivered_on, is_open and coalesce(needed_by < private.day_in_india(now()), false),
    waits_for_buyer, total_paise, owner_email, quotation_id, quotation_number, created_at, lines, key
  from private.matching_orders(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'number' then found.number
      when 'company' then lower(company)
      when 'total' then lpad(total_paise::text, 20, '0')
      when 'state' then array_position(array['proof', 'preparing', 'production', 'packed', 'dispatched', 'delivered', 'returned', 'cancelled'], found.state)::text
      when 'needed_by' then coalesce(needed_by::text, '~')
      when 'start_on' then coalesce(start_on::text, '~')
      when 'owner' then lower(owner_email)
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;
select private.expose('find_orders',
  'Orders with all of the words in their number, that of the quotation, buyer, purchase order or products, that meet the filters of find_orders in the schemas: at most "size" of those beyond a sort_key and an id. Nothing for anyone but administrators and sales.');

create function private.count_orders(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_orders(words, filters) having (select private.is_staff())
$$;
select private.expose('count_orders', 'How many orders find_orders finds in all. Null for anyone but administrators and sales.');

create function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  perform private.require(found, 'This order does not exist', 'PT404');
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', reference) from public.leads where id = listed.lead_id),
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders', 'artworks', private.given_by_buyer(quotation.id) -> 'artworks',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored),
          'proofs', private.proofs_of(line.id)
        ) order by line.position), '[]')
        from private.order_line_rows as line join public.order_lines as stored on stored.id = line.id where line.order_id = current.id
      ),
      'places', (select coalesce(jsonb_agg(to_jsonb(place) - 'order_id' order by position), '[]') from public.order_places as place where place.order_id = current.id),
      'dispatches', (
        select coalesce(jsonb_agg(to_jsonb(dispatch) - 'order_id' order by dispatched_at, id), '[]') from public.order_dispatches as dispatch where dispatch.order_id = current.id
      ),
      'events', (select coalesce(jsonb_agg(to_jsonb(event) - 'order_id' order by event.number), '[]') from public.order_events as event where event.order_id = current.id),
      'undo', (private.last_order_step(current.id)).number
    )
    from private.order_rows as listed join public.quotations as quotation on quotation.id = listed.quotation_id
    join public.quotation_versions as version on version.id = current.version_id
    where listed.id = current.id
  );
end
$$;
select private.expose('order_details',
  'An order with all that staff see of it: {"order", "buyer", "quotation", "lead", "purchase_order": its number, "purchase_orders": its files, "lines", "places", "dispatches", "events", "undo": the number of the step that can be undone}. 404 for an unknown one.');

-- Of orders that were delivered in a time, how many by the day they were needed; and what is open now: {"delivered", "on_time", "too_late", "without_day",
-- "open", "open_paise", "late", "late_paise"}.
create function private.order_figures(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'delivered', count(*) filter (where is_delivered), 'on_time', count(*) filter (where is_delivered and delivered_on <= needed_by),
    'too_late', count(*) filter (where is_delivered and delivered_on > needed_by), 'without_day', count(*) filter (where is_delivered and needed_by is null),
    'open', count(*) filter (where is_open), 'open_paise', coalesce(sum(total_paise) filter (where is_open), 0),
    'late', count(*) filter (where is_late), 'late_paise', coalesce(sum(total_paise) filter (where is_late), 0)
  )
  from private.order_rows
  cross join lateral (select delivered_on between since and until as is_delivered, is_open and needed_by < private.day_in_india(now()) as is_late) as counted
$$;
