-- orders
select set_config('lock_timeout', '5s', true);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  quotation_id uuid not null constraint orders_one_of_quotation unique references public.quotations (id) on delete cascade,
  version_id uuid not null references public.quotation_versions (id) on delete cascade,
  number text not null constraint orders_number_unique unique constraint orders_number_form check (number ~ '^[A-Z]{1,4}-O[0-9]{4}/[0-9]{4,6}$'),
  needed_by date,
  advance_paise bigint constraint orders_advance_paise_range check (advance_paise between 1 and 1000000000000000),
  advance_received_on date,
  cancelled_at timestamptz,
  cancel_reason text constraint orders_cancel_reason_length check (char_length(cancel_reason) <= 2000),
  news text[] not null default '{proof,dispatched,delivered}'
    constraint orders_news_known check (news <@ '{proof,production,packed,dispatched,delivered}'),
  saves integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index orders_of_version on public.orders (version_id);
create index orders_newest on public.orders (created_at desc, id desc);

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  line_id uuid not null,
  position smallint not null,
  quantity integer not null constraint order_lines_quantity_range check (quantity >= 1),
  needs_proof boolean not null,
  state text not null default 'preparing'
    constraint order_lines_state_known check (state in ('preparing', 'production', 'packed', 'dispatched', 'delivered', 'returned')),
  constraint order_lines_once unique (order_id, line_id)
);

create table public.order_places (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position smallint not null constraint order_places_position_range check (position between 1 and 500),
  line_id uuid,
  recipient text constraint order_places_recipient_length check (char_length(recipient) <= 200),
  address text not null constraint order_places_address_length check (char_length(address) <= 400),
  pin_code text constraint order_places_pin_code_form check (pin_code ~ '^[1-9][0-9]{5}$'),
  phone text constraint order_places_phone_length check (char_length(phone) <= 50),
  quantity integer not null constraint order_places_quantity_range check (quantity between 1 and 1000000),
  deliver_on date
);

create index order_places_of_order on public.order_places (order_id, position);

create table public.order_dispatches (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  place_id uuid references public.order_places (id) on delete set null,
  quantity integer not null constraint order_dispatches_quantity_range check (quantity >= 1),
  courier text constraint order_dispatches_courier_length check (char_length(courier) <= 100),
  tracking_number text constraint order_dispatches_tracking_number_length check (char_length(tracking_number) <= 100),
  tracking_url text constraint order_dispatches_tracking_url_form check (tracking_url ~ '^https://' and char_length(tracking_url) <= 500),
  dispatched_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz
);
create index order_dispatches_of_order on public.order_dispatches (order_id, dispatched_at);
create index order_dispatches_of_line on public.order_dispatches (order_line_id);
create index order_dispatches_of_place on public.order_dispatches (place_id);

create table public.order_events (
  order_id uuid not null references public.orders (id) on delete cascade,
  number bigint generated always as identity primary key,
  order_line_id uuid references public.order_lines (id) on delete set null,
  kind text not null constraint order_events_kind_form check (kind ~ '^[a-z_]{1,40}$'),
  -- The account of the staff; null of a buyer, who has none.
  actor_id uuid references auth.users (id) on delete set null,
  actor_name text not null,
  value jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index order_events_of_order on public.order_events (order_id, number);
create index order_events_of_line on public.order_events (order_line_id);
create index order_events_of_actor on public.order_events (actor_id);

create table private.order_numbers (
  year smallint primary key,
  last integer not null
);
alter table private.order_numbers enable row level security;

select private.enable_row_security(format('public.%I', name)::regclass)
from unnest(array['orders', 'order_lines', 'order_places', 'order_dispatches', 'order_events']) as name;

-- Written by npm run migration from supabase/schemas.
-- Also after its validity, since the buyer has said so by other means.
create or replace function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.whole_choice(version.content, private.checked_choice(version.content, choice)),
    'figures', private.accepted_figures(version, choice), 'name', private.staffs_text('name', name), 'note', private.staffs_text('note', note), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
  perform private.begin_order(current.id);
end
$$;

-- The history keeps what was accepted.
create or replace function private.reopen_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(current.state in ('accepted', 'declined'), 'Only an accepted or declined quotation can be reopened', 'PT409');
  perform private.end_order(current.id) where current.state = 'accepted';
  update public.quotation_versions set accepted = null where id = version.id;
  update public.quotations set state = 'sent' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'reopened', jsonb_build_object(
    'text', private.staffs_text('reason', reason), 'accepted', version.accepted
  ));
end
$$;

create or replace function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  accepted_choice constant jsonb := private.required_choice(version.content, choice);
  figures constant jsonb := private.accepted_figures(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
  placed constant numeric := (select private.gifts_in(delivery_places) from public.buyer_details where quotation_id = link.quotation_id);
begin
  perform private.require(
    coalesce(placed, 0) <= (
      select coalesce(sum((line ->> 'quantity')::numeric), 1000000)
      from jsonb_array_elements(private.chosen_lines(version.content, accepted_choice)) as line where line -> 'is_charge' is distinct from 'true'
    ),
    format('Your delivery places have %s gifts, more than this choice. Correct “Your details” first.', placed), '22023'
  );
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  if exists (select from public.seller_profile where needs_code) then
    perform private.use_acceptance_code(version.id, code);
  end if;
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', accepted_choice, 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
  perform private.begin_order(link.quotation_id);
end
$$;

create function private.next_order_number(at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  begins constant smallint := extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
  next text;
begin
  insert into private.order_numbers as counter (year, last) values (begins, 1)
  on conflict (year) do update set last = counter.last + 1 returning counter.last into next;
  return private.number_series()
    || to_char(begins % 100, '"-O"FM00') || to_char((begins + 1) % 100, 'FM00') || '/' || lpad(next, greatest(4, char_length(next)), '0');
end
$$;

-- Adds to the history of an order what staff have done, or what someone without an account who is named has.
create function private.record_order_event(
  order_id uuid, order_line_id uuid, kind text, value jsonb default '{}', buyer_name text default null
) returns void
language sql set search_path = '' as $$
  insert into public.order_events (order_id, order_line_id, kind, actor_id, actor_name, value)
  values (
    order_id, order_line_id, kind, case when buyer_name is null then auth.uid() end,
    coalesce(buyer_name, (
      select coalesce(profiles.name, users.email) from auth.users join public.profiles on profiles.id = users.id where users.id = auth.uid()
    ), ''),
    jsonb_strip_nulls(value)
  )
$$;

-- Whether a line may be produced: it needs no proof, or its newest one is approved.
create function private.is_approved(line public.order_lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not line.needs_proof;
end
$$;

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by)
    values (quotation, version.id, private.next_order_number(clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (given.given_at > current.cancelled_at or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  )
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
  on conflict (order_id, line_id) do update set position = excluded.position, quantity = excluded.quantity;
  insert into public.order_places (order_id, position, address, pin_code, quantity)
  select current.id, position, place ->> 'address', place ->> 'pin_code', (place ->> 'quantity')::integer
  from jsonb_array_elements(given.delivery_places) with ordinality as listed (place, position)
  where not exists (select from public.order_places as stored where stored.order_id = current.id);
  perform private.record_order_event(current.id, null, 'made', '{}', signer);
  return current.id;
end
$$;

-- Cancels the order of a quotation whose acceptance is undone. Refuses once the work has begun.
create function private.end_order(quotation uuid) returns void
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if current.id is null then
    return;
  end if;
  perform private.require(
    not exists (select from public.order_lines as line where line.order_id = current.id and line.state <> 'preparing')
      and not exists (select from public.order_dispatches as dispatch where dispatch.order_id = current.id),
    format('Order %s is in work: undo its steps first, or cancel the order and let the acceptance stand', current.number), 'PT409'
  );
  update public.orders set cancelled_at = clock_timestamp(), cancel_reason = 'The acceptance was undone', saves = saves + 1 where id = current.id;
  perform private.record_order_event(current.id, null, 'cancelled', '{"text": "The acceptance was undone"}');
end
$$;

-- An order as the copy of its buyer's data has it; null without one.
create function private.order_as_given(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', needed_by, 'created_at', own.created_at, 'cancelled_at', cancelled_at, 'cancel_reason', cancel_reason,
    'advance_paise', advance_paise, 'advance_received_on', advance_received_on, 'news', news,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - array['id', 'order_id'] order by position), '[]') from public.order_lines as line where order_id = own.id
    ),
    'places', (
      select coalesce(jsonb_agg(to_jsonb(place) - array['id', 'order_id'] order by position), '[]') from public.order_places as place where order_id = own.id
    ),
    'dispatches', (
      select coalesce(jsonb_agg(to_jsonb(dispatch) - array['id', 'order_id', 'order_line_id', 'place_id'] order by dispatched_at), '[]')
      from public.order_dispatches as dispatch where order_id = own.id
    ),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
      ) order by event.number), '[]') from public.order_events as event where order_id = own.id
    )
  )
  from public.orders as own where quotation_id = quotation
$$;

-- Of orders whose quotation stays as a legal copy, number, lines and sums stay; addresses, parcels' numbers and the history go.
create function private.erase_orders(quotations uuid[]) returns void
language sql set search_path = '' as $$
  delete from public.order_places where order_id in (select id from public.orders where quotation_id = any (quotations));
  update public.order_dispatches set tracking_number = null, tracking_url = null
  where order_id in (select id from public.orders where quotation_id = any (quotations));
  delete from public.order_events where order_id in (select id from public.orders where quotation_id = any (quotations));
$$;

-- What was sent of a quotation, as its buyer has seen it: no draft, and none of what only the seller reads.
create or replace function private.sent_quotation(quotation public.quotations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'number', quotation.number, 'state', quotation.state, 'created_at', quotation.created_at, 'erase_on', quotation.erase_on,
    'versions', (select jsonb_agg(jsonb_build_object(
      'revision', revision, 'sent_at', sent_at, 'valid_until', valid_until, 'sha256', sha256, 'total_paise', total_paise,
      'content', jsonb_build_object(
        'buyer', (content -> 'buyer') - array['place_reason', 'is_pharmaceutical'], 'message', content -> 'message', 'terms', content -> 'terms',
        'discount', content -> 'discount', 'lines', content -> 'lines'
      ),
      'frozen', jsonb_build_object('place', frozen -> 'place', 'choice', frozen -> 'choice', 'figures', frozen -> 'figures'),
      'accepted', accepted - 'note'
    ) order by revision) from public.quotation_versions where quotation_id = quotation.id and sent_at is not null),
    'history', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end, 'value', case
        when value ->> 'by' = 'approver' then value - 'email'
        when value ? 'by' or kind = 'extended' then value
        when kind in ('comment', 'reopened') then jsonb_build_object('text', value -> 'text', 'line', value -> 'line')
      end
    ) order by event.number), '[]') from public.quotation_events as event
    where quotation_id = quotation.id and kind not in ('created', 'revised', 'discarded', 'link'))
  ) || private.given_by_buyer(quotation.id) || jsonb_strip_nulls(jsonb_build_object('order', private.order_as_given(quotation.id)))
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
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
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  perform private.erase_orders(ids);
end
$$;

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_lines FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_places FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_dispatches FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER keep_what_was_done BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION private.freeze_quotation('actor_id', 'order_line_id');

create policy "staff read" on public.orders for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_lines for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_places for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_dispatches for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_events for select to authenticated using (( SELECT private.is_staff() AS is_staff));

comment on function public.reopen_quotation(pg_catalog.uuid,pg_catalog.text) is 'Makes a quotation that was accepted or declined open for a decision again, for a reason, and mails its buyer. Cancels its order, and is refused once that is in work.';

comment on table public.orders is 'The orders of accepted quotations, numbered without gaps.';

comment on column public.orders.version_id is 'The version that was accepted last; its content says what the lines are.';

comment on column public.orders.advance_paise is 'The advance that the seller has requested. No payment is taken.';

comment on column public.orders.news is 'What the buyer hears of by e-mail.';

comment on column public.orders.saves is 'How often the order was changed, so that two windows do not overwrite each other.';

comment on table public.order_lines is 'What an order has to make and deliver: the lines of the accepted choice that are no charge.';

comment on column public.order_lines.line_id is 'The line''s id in the content of the order''s version.';

comment on column public.order_lines.state is 'Dispatched once its whole quantity is, and delivered once all of that has arrived.';

comment on table public.order_places is 'Where an order goes. Home addresses among them leave it in no log and e-mail.';

comment on column public.order_places.line_id is 'As that of order_lines; null of a place that takes any of the gifts.';

comment on table public.order_dispatches is 'The parcels in which lines of orders have left, each of a part or the whole of a line.';

comment on table public.order_events is 'What the seller and the buyer have done with each order; rows are only added. No recipient''s address is in it.';

comment on table private.order_numbers is 'As private.quotation_numbers, of orders; taken in the transaction that accepts.';

revoke all on function private.is_approved(line public.order_lines) from public, anon, authenticated, service_role;

revoke all on function private.next_order_number(at timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.record_order_event(order_id uuid, order_line_id uuid, kind text, value jsonb, buyer_name text) from public, anon, authenticated, service_role;

revoke all on function private.begin_order(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.end_order(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.order_as_given(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.erase_orders(quotations uuid[]) from public, anon, authenticated, service_role;

revoke all on sequence public.order_events_number_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.order_events_number_seq to anon, authenticated, service_role;

revoke all on table private.order_numbers from public, anon, authenticated, service_role;

revoke all on table public.orders from public, anon, authenticated, service_role;
grant select on table public.orders to authenticated;
grant all on table public.orders to service_role;

revoke all on table public.order_lines from public, anon, authenticated, service_role;
grant select on table public.order_lines to authenticated;
grant all on table public.order_lines to service_role;

revoke all on table public.order_places from public, anon, authenticated, service_role;
grant select on table public.order_places to authenticated;
grant all on table public.order_places to service_role;

revoke all on table public.order_dispatches from public, anon, authenticated, service_role;
grant select on table public.order_dispatches to authenticated;
grant all on table public.order_dispatches to service_role;

revoke all on table public.order_events from public, anon, authenticated, service_role;
grant select on table public.order_events to authenticated;
grant all on table public.order_events to service_role;
-- Written until here.
