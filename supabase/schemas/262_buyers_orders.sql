-- What the buyer of an accepted quotation sees of its order by the same link, and hears of it by e-mail (product.md, section 2, Orders).

-- The order of a quotation as its buyer's link shows it, without addresses; null without one.
create function private.order_on_link(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', own.needed_by, 'created_at', own.created_at, 'cancelled_at', own.cancelled_at,
    'cancel_reason', own.cancel_reason, 'advance_paise', own.advance_paise, 'advance_received_on', own.advance_received_on, 'news', own.news,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', line.id, 'line_id', line.line_id, 'name', line.name, 'quantity', line.quantity, 'state', line.state, 'needs_proof', line.needs_proof,
        'dispatched', line.dispatched, 'delivered', line.delivered, 'proofs', private.proofs_of(line.id)
      ) order by line.position), '[]')
      from private.order_line_rows as line where line.order_id = own.id
    ),
    'parcels', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', parcel.id, 'line_id', line.line_id, 'quantity', parcel.quantity, 'courier', courier, 'tracking_number', tracking_number,
        'tracking_url', tracking_url, 'place', coalesce(place.recipient, place.pin_code), 'dispatched_at', dispatched_at, 'delivered_at', delivered_at
      ) order by dispatched_at, parcel.id), '[]')
      -- The newest hundred, since the page is read again and again.
      from (select * from public.order_dispatches where order_id = own.id order by dispatched_at desc, id limit 100) as parcel
      join public.order_lines as line on line.id = parcel.order_line_id
      left join public.order_places as place on place.id = parcel.place_id
    ),
    'places', (select count(*) from public.order_places where order_id = own.id)
  )
  from public.orders as own where own.quotation_id = quotation
$$;

create function private.choose_order_news(token text, news text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  known constant text[] := array['proof', 'production', 'packed', 'dispatched', 'delivered'];
begin
  perform private.require(news <@ known, 'Choose among proof, production, packed, dispatched and delivered', '22023');
  update public.orders set news = array(select word from unnest(known) as word where word = any (choose_order_news.news))
  where quotation_id = version.quotation_id;
end
$$;
select private.expose('choose_order_news',
  'Stores of which steps of the order the buyer of a link hears by e-mail: of proof, production, packed, dispatched and delivered.');

-- What an e-mail says of a step of an order: its lines, or its parcels with couriers and links; twenty at most. No address is in it.
create function private.news_text(step public.order_events) returns text
language sql stable security definer set search_path = '' as $$
  with said as (
    select row_number() over (order by line.position, parcel.dispatched_at) as turn, concat_ws(
      ', ', coalesce(parcel.quantity::text || ' of ', '') || line.name, 'by ' || parcel.courier, 'number ' || parcel.tracking_number, parcel.tracking_url
    ) as words
    from private.order_line_rows as line
    left join public.order_dispatches as parcel on parcel.order_line_id = line.id and step.value -> 'dispatches' ? parcel.id::text
    where line.order_id = step.order_id and step.value -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line.id))
  )
  select string_agg(words, E'\n' order by turn) filter (where turn <= 20) || case when count(*) > 20 then format(E'\nand %s more', count(*) - 20) else '' end
  from said
$$;

-- Tells the buyer of the steps that they hear of. An undone step is not told where its e-mail has not left, nor is any of a cancelled
-- order: they wait a minute.
create function private.tell_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.orders;
begin
  if new.kind in ('undone', 'cancelled') then
    delete from public.outbox where state = 'queued' and attempts = 0 and quotation_event in (
      select told.number from public.orders join public.quotation_events as told on told.quotation_id = orders.quotation_id
      where orders.id = new.order_id and told.kind = 'news' and (new.kind = 'cancelled' or told.value ->> 'event' = new.value ->> 'event')
    );
    return null;
  end if;
  -- Whose links the staff have ended gets no new one by a step.
  select * into own from public.orders where id = new.order_id and new.kind = any (orders.news) and cancelled_at is null and (
    exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id and purpose = 'buyer' and ended_at is null)
    or not exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id)
  );
  if own.id is not null then
    perform private.record_quotation_event(own.quotation_id, own.version_id, 'news', jsonb_build_object(
      'about', new.kind, 'order', own.number, 'event', new.number::text, 'text', private.news_text(new)
    ));
  end if;
  return null;
end
$$;
create trigger tell_buyer after insert on public.order_events
for each row when (new.kind in ('proof', 'production', 'packed', 'dispatched', 'delivered', 'undone', 'cancelled')) execute function private.tell_buyer();
