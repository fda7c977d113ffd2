-- Which roles read the tables of `private`, and call which function.

-- None reads a table without a policy of its own.
do $$
declare
  stored regclass;
begin
  for stored in select oid from pg_catalog.pg_class where relnamespace = 'private'::regnamespace and relkind = 'r' loop
    execute format('alter table %s enable row level security', stored);
  end loop;
end
$$;

-- A function of the API has the callers of the one in `private` that does its work. No role calls
-- the others: those of triggers run for the writer of the row. A hosted project grants new functions of `public` to all roles.
revoke execute on all functions in schema private from public;
do $$
declare
  callers text;
  names text[];
  callable regprocedure;
begin
  for callers, names in values
    ('anon, authenticated, service_role', array[
      'trimmed', 'sent_origin', 'cleaned_origin', 'is_trimmed_nonempty', 'are_line_colours', 'quantity_of_colours', 'is_web_address', 'is_product_image_name', 'is_product_image_path', 'without_own_host',
      'max_text_length', 'lead_search_text', 'is_admin', 'is_staff', 'catalogue_page_of', 'is_sent_lead', 'number_series', 'is_deliverable',
      'catalogue_page', 'catalogue_filters', 'catalogue_facts', 'shared_products', 'site_details', 'privacy_text', 'terms_text', 'products_still_there', 'product_page',
      'report_missed_search', 'count_events', 'send_inquiry', 'open_invitation', 'accept_invitation', 'link_hash', 'new_link_hash', 'open_inquiry', 'add_to_inquiry',
      'withdraw_inquiry', 'request_samples', 'send_sample_inquiry', 'judge_sample', 'privacy_notices_of', 'request_my_data', 'open_my_data', 'ask_about_my_data', 'erase_my_data', 'inquiry_data',
      'take_back_consent', 'delete_inquiry_details', 'open_quotation', 'open_calendar', 'open_campaign_link', 'price_quotation', 'order_again', 'see_quotation', 'accept_quotation', 'decline_quotation', 'ask_for_change',
      'comment_on_quotation', 'ask_colleague', 'decide_approval', 'send_acceptance_code', 'send_current_quotation',
      'save_buyer_details', 'attach_purchase_order', 'remove_purchase_order', 'purchase_order_file', 'attach_artwork', 'remove_artwork', 'decide_proof', 'proof_file', 'choose_order_news'
    ]),
    ('anon, service_role', array['home_page_product_ids']),
    ('authenticated, service_role', array[
      'require', 'budget_bands', 'doctor_type_industries', 'is_email_address', 'is_address_list', 'stored_image_name',
      'original_image_name', 'plain_text', 'name_key', 'normalize_code', 'link_tables', 'product_lists', 'columns_among', 'product_fields', 'check_product', 'settled_product', 'colours_with_pictures', 'put_products', 'save_rows', 'defer_product_search',
      'refresh_deferred_product_search', 'refuse_change', 'defer_restored_links', 'finish_restoring', 'restore_deleted', 'restore_whole', 'restore_rows', 'restore_facts', 'restore_links', 'restore_product_categories', 'lock_for_bulk_change',
      'put_back', 'undo_import',
      'set_role', 'set_margin_right', 'people', 'invite', 'invitations', 'revoke_invitation', 'favourite_products',
      'my_inquiries', 'my_quotations', 'open_my_quotation', 'my_company', 'share_with_colleagues', 'share_inquiry', 'share_basket', 'open_shared_basket', 'end_shared_basket', 'save_company_details', 'save_delivery_places', 'save_product', 'save_subcategory', 'restore_record', 'delete_records', 'demo_summary', 'remove_demo', 'restore_demo', 'first_steps', 'dismiss_first_steps', 'send_test_mail', 'api_keys', 'make_api_key', 'revoke_api_key', 'webhooks', 'webhook_deliveries', 'save_webhook', 'rotate_webhook_secret', 'delete_webhook', 'test_webhook', 'resend_webhook', 'store_import',
      'import_products', 'products_with_codes', 'bulk_edit_products', 'unused_product_images', 'find_products', 'count_products',
      'catalogue_health', 'order_featured_products', 'find_leads', 'count_leads', 'lead_sources', 'handle_lead', 'handle_leads', 'administrators',
      'lead_pulse', 'unsettled_quotations', 'lead_figures', 'figures', 'retry_mail', 'mail_pulse', 'delivers_mail', 'reply_to_lead', 'received_file', 'lead_artworks', 'artwork_file', 'add_proof', 'gst_states', 'gstin_kind', 'is_gstin',
      'draft_quotation', 'save_quotation', 'revise_quotation', 'discard_quotation_draft', 'duplicate_quotation', 'quotation_details',
      'quotation_problems', 'send_quotation', 'extend_quotation', 'withdraw_quotation', 'accept_quotation_for_buyer', 'reopen_quotation',
      'make_order', 'move_order_lines', 'dispatch_order_lines', 'deliver_dispatches', 'undo_order_step', 'undo_order_steps', 'save_order', 'save_order_places', 'set_order_proof',
      'cancel_order', 'resume_order', 'find_orders', 'count_orders', 'order_details',
      'link_quotation', 'end_quotation_links', 'answer_quotation', 'find_quotations', 'count_quotations', 'find_samples', 'count_samples', 'handle_samples', 'quotation_totals',
      'my_account', 'save_account', 'end_session', 'make_recovery_codes', 'pass_recovery_code', 'remove_second_factor',
      'person_data', 'erase_person', 'open_privacy_request', 'close_privacy_request', 'privacy_pulse', 'save_privacy_notice', 'save_retention',
      'retention_due', 'affected_people', 'record_access', 'look_alikes', 'merge_companies', 'part_companies', 'join_company', 'find_companies', 'count_companies', 'company_details', 'add_to_team', 'save_absence', 'save_digest', 'make_calendar_link', 'remove_calendar_link', 'hand_over_work'
    ]),
    ('service_role', array['normalized_mailbox', 'own_products', 'renew_invitation', 'inquiry_as_json', 'acceptance_code_hash', 'mailed_quotation', 'claim_mails', 'queue_digests', 'digest_of', 'finish_mail', 'note_delivery', 'mailed_reply', 'mail_headers', 'samples_of_event'])
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
