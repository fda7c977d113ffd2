-- What becomes of an accepted quotation: its order, with the lines that are made and where they go (product.md, section 2, Orders).
-- Every change goes through a function of its action; no role of the API writes these tables.

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
  created_at timestamptz not null default clock_timestamp(),
  given_places text
);
comment on table public.orders is 'The orders of accepted quotations, numbered without gaps.';
comment on column public.orders.version_id is 'The version that was accepted last; its content says what the lines are.';
comment on column public.orders.advance_paise is 'The advance that the seller has requested. No payment is taken.';
comment on column public.orders.news is 'What the buyer hears of by e-mail.';
comment on column public.orders.saves is 'How often the order was changed, so that two windows do not overwrite each other.';
comment on column public.orders.given_places is 'A hash of the places that the buyer had given at the acceptance.';
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
comment on table public.order_lines is 'What an order has to make and deliver: the lines of the accepted choice that are no charge.';
comment on column public.order_lines.line_id is 'The line''s id in the content of the order''s version.';
comment on column public.order_lines.state is 'Dispatched once its whole quantity is, and delivered once all of that has arrived.';

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
comment on table public.order_places is 'Where an order goes. Home addresses among them leave it in no log and e-mail.';
comment on column public.order_places.line_id is 'As that of order_lines; null of a place that takes any of the gifts.';
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
comment on table public.order_dispatches is 'The parcels in which lines of orders have left, each of a part or the whole of a line.';
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
comment on table public.order_events is 'What the seller and the buyer have done with each order; rows are only added. No recipient''s address is in it.';
create index order_events_of_order on public.order_events (order_id, number);
create index order_events_of_line on public.order_events (order_line_id);
create index order_events_of_actor on public.order_events (actor_id);

create table public.order_proofs (
  id uuid primary key default gen_random_uuid(),
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  version smallint not null constraint order_proofs_version_range check (version between 1 and 20),
  name text not null,
  note text constraint order_proofs_note_length check (char_length(note) <= 1000),
  sha256 text not null constraint order_proofs_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  decision text constraint order_proofs_decision_known check (decision in ('approved', 'change')),
  decided_at timestamptz,
  decided_by text,
  comment text,
  made_for text,
  constraint order_proofs_version_unique unique (order_line_id, version),
  constraint order_proofs_decided_whole check (num_nulls(decision, decided_at, decided_by) in (0, 3))
);
comment on table public.order_proofs is 'The versions of each line''s proof. The newest one counts: what is produced is what was approved.';
comment on column public.order_proofs.sha256 is 'Of the file, so that an approval names exactly what was approved.';
comment on column public.order_proofs.made_for is 'A hash of the product, colour and note that it shows: an approval is of no others.';
comment on column public.order_proofs.decided_by is 'The name that the buyer has given by the link.';

create table private.order_proof_files (
  proof_id uuid primary key references public.order_proofs (id) on delete cascade,
  content bytea not null constraint order_proof_files_content_length check (length(content) <= 10 * 1024 * 1024)
);
comment on table private.order_proof_files is 'The files of proofs, read by staff and by the buyer''s link; they are erased with the details of the buyer.';

create table private.order_numbers (
  year smallint primary key,
  last integer not null
);
comment on table private.order_numbers is 'As private.quotation_numbers, of orders; taken in the transaction that accepts.';

select private.enable_row_security(format('public.%I', name)::regclass, 'staff')
from unnest(array['orders', 'order_lines', 'order_places', 'order_dispatches', 'order_events', 'order_proofs']) as name;
create trigger keep_what_was_done before update or delete on public.order_events
for each row execute function private.freeze_quotation('actor_id', 'order_line_id');

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

-- Whether a line may be produced: it needs no proof, or its newest one is approved, and the line is what that was made for.
create function private.is_approved(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  newest constant public.order_proofs := private.newest_proof(line.id);
begin
  return not line.needs_proof or newest.decision is not distinct from 'approved' and newest.made_for = private.proof_subject(line.id) is not false;
end
$$;

-- Whether a line waits for its buyer's answer: its newest proof has none.
create function private.waits_for_buyer(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return line.state = 'preparing' and line.needs_proof and exists (
    select from private.newest_proof(line.id) as newest where newest.id is not null and newest.decision is null
      and newest.made_for = private.proof_subject(line.id) is not false
  );
end
$$;

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' and not private.is_staff() then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  given_now constant text := md5(coalesce(given.delivery_places, '[]')::text);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by, given_places)
    values (quotation, version.id, private.next_number('private.order_numbers', '-O', clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date, given_now)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1,
      given_places = given_now
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (current.given_places <> given_now or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  ) or (select private.artworks_with(lead_id, id) <> '[]' from public.quotations where quotations.id = quotation)
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
    format('Work on order %s has begun: undo its steps first, or cancel the order and keep the acceptance', current.number), 'PT409'
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
      select coalesce(jsonb_agg(to_jsonb(line) - array['id', 'order_id'] || jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(to_jsonb(proof) - array['id', 'order_line_id', 'made_for'] order by version), '[]')
        from public.order_proofs as proof where order_line_id = line.id
      )) order by position), '[]') from public.order_lines as line where order_id = own.id
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
