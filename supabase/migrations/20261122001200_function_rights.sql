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
  private.site_details(),
  private.privacy_text(),
  private.catalogue_page(text, text, text, text, text, text, text, integer, text, boolean, text),
  private.products_still_there(uuid[]),
  private.catalogue_page_of(jsonb),
  private.product_page(text, text),
  private.report_missed_search(text),
  private.is_sent_lead(),
  private.inquiry_reference(text, text, text, text, text, text[]),
  private.send_inquiry(text, text, text, text, jsonb, text, date, integer, text, boolean)
to anon, authenticated, service_role;
grant execute on function private.home_page_product_ids() to anon, service_role;
grant execute on function
  private.set_role(uuid, text),
  private.people(),
  private.invite(text, text),
  private.invitations(),
  private.revoke_invitation(uuid),
  private.accept_invitation(text),
  private.favourite_products(),
  private.my_inquiries(),
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
  private.bulk_edit_products(jsonb, uuid[], text, jsonb, boolean, text),
  private.delete_records(text, uuid[], text, jsonb),
  private.store_import(uuid, text, jsonb, integer, jsonb),
  private.import_products(jsonb, jsonb, uuid),
  private.undo_import(uuid),
  private.find_products(text, jsonb, text, boolean, text, uuid, integer),
  private.count_products(text, jsonb),
  private.catalogue_health(),
  private.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer, jsonb),
  private.count_leads(text, timestamptz, timestamptz, timestamptz, jsonb),
  private.handle_lead(uuid, text, text),
  private.administrators(),
  private.lead_figures()
to authenticated, service_role;
grant execute on function private.retry_mail(uuid) to authenticated;
grant execute on function private.normalized_mailbox(text), private.lead_reference(uuid), private.renew_invitation(uuid) to service_role;

-- A hosted project grants new functions of `public` to all three roles.
do $$
declare
  callable regprocedure;
begin
  foreach callable in array array[
    'public.catalogue_page(text, text, text, text, text, text, text, integer, text, boolean, text)',
    'public.catalogue_filters()',
    'public.site_details()',
    'public.privacy_text()',
    'public.products_still_there(uuid[])',
    'public.product_page(text, text)',
    'public.report_missed_search(text)',
    'public.inquiry_reference(text, text, text, text, text, text[])',
    'public.send_inquiry(text, text, text, text, jsonb, text, date, integer, text, boolean)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', callable);
    execute format('grant execute on function %s to anon, authenticated, service_role', callable);
  end loop;

  foreach callable in array array[
    'public.set_role(uuid, text)',
    'public.people()',
    'public.invite(text, text)',
    'public.invitations()',
    'public.revoke_invitation(uuid)',
    'public.accept_invitation(text)',
    'public.favourite_products()',
    'public.my_inquiries()',
    'public.save_product(jsonb, uuid[], uuid[], uuid[], uuid, integer)',
    'public.save_subcategory(text, text, uuid[], uuid, integer)',
    'public.restore_record(uuid)',
    'public.delete_records(text, uuid[], text, jsonb)',
    'public.store_import(uuid, text, jsonb, integer, jsonb)',
    'public.import_products(jsonb, jsonb, uuid)',
    'public.bulk_edit_products(jsonb, uuid[], text, jsonb, boolean, text)',
    'public.unused_product_images()',
    'public.find_products(text, jsonb, text, boolean, text, uuid, integer)',
    'public.count_products(text, jsonb)',
    'public.catalogue_health()',
    'public.order_featured_products(uuid[])',
    'public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer, jsonb)',
    'public.count_leads(text, timestamptz, timestamptz, timestamptz, jsonb)',
    'public.handle_lead(uuid, text, text)',
    'public.administrators()',
    'public.lead_pulse()',
    'public.lead_figures()',
    'public.retry_mail(uuid)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public, anon', callable);
    execute format('grant execute on function %s to authenticated, service_role', callable);
  end loop;

  foreach callable in array array[
    'public.claim_mails(integer)',
    'public.finish_mail(uuid, integer, text, boolean)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public, anon, authenticated', callable);
    execute format('grant execute on function %s to service_role', callable);
  end loop;
end
$$;
