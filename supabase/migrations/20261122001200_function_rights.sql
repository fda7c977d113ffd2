-- Who may call which function. Trigger functions run for the writer of the row; no role calls them.
select set_config('lock_timeout', '5s', true);

revoke execute on all functions in schema private from public;
grant execute on function
  private.trimmed(text),
  private.is_trimmed_nonempty(text),
  private.is_web_address(text),
  private.is_product_image_name(text),
  private.is_product_image_path(text),
  private.without_own_host(text),
  private.max_text_length(text[]),
  private.lead_search_text(text, text, text, text, text, text[]),
  private.is_admin(),
  private.is_staff(),
  private.catalogue_page_of(jsonb),
  private.is_sent_lead()
to anon, authenticated, service_role;
grant execute on function private.home_page_product_ids() to anon, service_role;
grant execute on function
  private.luminance(text),
  private.contrast(text, text),
  private.is_email_address(text),
  private.is_address_list(text[]),
  private.stored_image_name(text),
  private.original_image_name(text),
  private.is_image_widths(smallint[]),
  private.is_list_settings(jsonb),
  private.normalize_sku(text),
  private.link_tables(),
  private.defer_product_search(),
  private.refresh_deferred_product_search(uuid[]),
  private.refuse_change(integer, integer, text),
  private.defer_restored_links(jsonb),
  private.restore_deleted(text, uuid[]),
  private.lock_for_bulk_change(text, uuid[]),
  private.apply_bulk_edit(jsonb, boolean),
  private.undo_bulk_edit(uuid),
  private.undo_import(uuid)
to authenticated, service_role;
grant execute on function private.normalized_mailbox(text), private.lead_reference(uuid), private.renew_invitation(uuid) to service_role;

-- The functions of the API, each with the function of the same name in `private` that does its work. A hosted project
-- grants new functions of `public` to all three roles.
do $$
declare
  callers text;
  names text[];
  callable regprocedure;
begin
  for callers, names in values
    ('anon, authenticated, service_role', array[
      'catalogue_page', 'catalogue_filters', 'site_details', 'privacy_text', 'products_still_there', 'product_page',
      'report_missed_search', 'inquiry_reference', 'send_inquiry'
    ]),
    ('authenticated, service_role', array[
      'set_role', 'people', 'invite', 'invitations', 'revoke_invitation', 'accept_invitation', 'favourite_products',
      'my_inquiries', 'save_product', 'save_subcategory', 'restore_record', 'delete_records', 'store_import',
      'import_products', 'bulk_edit_products', 'unused_product_images', 'find_products', 'count_products',
      'catalogue_health', 'order_featured_products', 'find_leads', 'count_leads', 'handle_lead', 'administrators',
      'lead_pulse', 'lead_figures', 'retry_mail'
    ]),
    ('service_role', array['claim_mails', 'finish_mail'])
  loop
    for callable in
      select oid from pg_catalog.pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proname = any (names)
    loop
      execute format('revoke execute on function %s from public, anon, authenticated', callable);
      execute format('grant execute on function %s to %s', callable, callers);
    end loop;
  end loop;
end
$$;
