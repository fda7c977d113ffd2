-- order files
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
create or replace function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', private.lead_reference(id)) from public.leads where id = listed.lead_id),
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
-- Written until here.
