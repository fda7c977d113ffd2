-- Who may do what with every table and function of the API (specification, section 6).
begin;
select no_plan();
select tests.set_up();

create temporary table table_rights (entity, anonymous, customer, sales, administrator) as values
  ('products',                 'select', 'select',        'select',               'select insert update delete'),
  ('categories',               'select', 'select',        'select',               'select insert update delete'),
  ('subcategories',            'select', 'select',        'select',               'select insert update delete'),
  ('subcategory_categories',   'select', 'select',        'select',               'select insert update delete'),
  ('industry_tags',            'select', 'select',        'select',               'select insert update delete'),
  ('doctor_type_tags',         'select', 'select',        'select',               'select insert update delete'),
  ('themes',                   'select', 'select',        'select',               'select insert update delete'),
  ('product_industry_tags',    'select', 'select',        'select',               'select insert update delete'),
  ('product_themes',           'select', 'select',        'select',               'select insert update delete'),
  ('product_doctor_type_tags', 'select', 'select',        'select',               'select insert update delete'),
  ('stats_blocks',             'select', 'select',        'select',               'select insert update delete'),
  ('client_logos',             'select', 'select',        'select',               'select insert update delete'),
  ('reply_templates',          '',       '',              'select',               'select insert update delete'),
  ('site_settings',            '',       '',              '',                     'select insert update delete'),
  ('leads',                    'insert', 'insert',        'select insert',        'select insert'),
  ('lead_items',               '',       '',              'select',               'select'),
  ('lead_events',              '',       '',              'select',               'select'),
  ('lead_handling',            '',       '',              'select',               'select'),
  ('lead_openings',            '',       '',              'select',               'select'),
  ('outbox',                   '',       '',              'select',               'select'),
  ('deleted_records',          '',       '',              '',                     'select delete'),
  ('record_history',           '',       '',              '',                     'select'),
  ('imports',                  '',       '',              '',                     'select'),
  ('import_rows',              '',       '',              '',                     'select'),
  ('missed_searches',          '',       '',              '',                     'select delete'),
  ('favourites',               '',       'select insert delete', 'select insert delete', 'select insert delete'),
  ('list_views',               '',       '',              'select insert update delete', 'select insert update delete'),
  ('profiles',                 '',       'select',        'select',               'select');

create temporary table inserts (entity, statement) as values
  ('products', 'insert into public.products (name) values (''New'')'),
  ('categories', 'insert into public.categories (name) values (''New'')'),
  ('subcategories', 'insert into public.subcategories (name) values (''New'')'),
  ('subcategory_categories', 'insert into public.subcategory_categories values (tests.id(30), tests.id(10))'),
  ('industry_tags', 'insert into public.industry_tags (name) values (''New'')'),
  ('doctor_type_tags', 'insert into public.doctor_type_tags (name) values (''New'')'),
  ('themes', 'insert into public.themes (name) values (''New'')'),
  ('product_industry_tags', 'insert into public.product_industry_tags values (tests.id(15), tests.id(31))'),
  ('product_themes', 'insert into public.product_themes values (tests.id(15), tests.id(32))'),
  ('product_doctor_type_tags', 'insert into public.product_doctor_type_tags values (tests.id(15), tests.id(33))'),
  ('stats_blocks', 'insert into public.stats_blocks (title, value) values (''New'', ''1'')'),
  ('client_logos', 'insert into public.client_logos (name, logo_url) values (''New'', ''https://example.com/new.png'')'),
  ('reply_templates', 'insert into public.reply_templates (name, body) values (''New'', ''Hello'')'),
  ('site_settings', 'insert into public.site_settings (name) values (''New'') on conflict (id) do update set name = excluded.name'),
  ('leads', 'insert into public.leads (name, company, email, phone) values (''A'', ''B'', ''a@b.example'', ''1'')'),
  ('lead_items', 'insert into public.lead_items (lead_id, position, name) values (tests.id(18), 2, ''Mug'')'),
  ('lead_events', 'insert into public.lead_events (lead_id, actor_email, kind) values (tests.id(18), ''a@b.example'', ''opened'')'),
  ('lead_handling', 'insert into public.lead_handling (lead_id, created_at) values (tests.id(18), now())'),
  ('lead_openings', 'insert into public.lead_openings values (tests.id(18), auth.uid())'),
  ('outbox', 'insert into public.outbox (lead_id, kind, recipient) values (tests.id(18), ''notice'', ''other@meridian.example'')'),
  ('deleted_records', 'insert into public.deleted_records values (tests.id(34), ''themes'', ''New'', ''{}'', ''{}'', 0)'),
  ('imports', 'insert into public.imports (name, options, row_count) values (''New'', ''{}'', 1)'),
  ('import_rows', 'insert into public.import_rows (import_id, number, record) values (tests.id(36), 2, ''{}'')'),
  ('missed_searches', 'insert into public.missed_searches (words) values (''New'')'),
  ('record_history', 'insert into public.record_history (entity, record_id, kind) values (''themes'', tests.id(13), ''created'')'),
  ('favourites', 'insert into public.favourites (product_id) values (tests.id(15))'),
  ('list_views', 'insert into public.list_views (list, name, settings) values (''products'', ''New'', ''{}'')'),
  ('profiles', 'insert into public.profiles (id, is_admin) values (auth.uid(), true)');
-- What the links above can be made to.
insert into public.subcategories (id, name) values (tests.id(30), 'Jugs');
insert into public.industry_tags (id, name) values (tests.id(31), 'Banking');
insert into public.themes (id, name) values (tests.id(32), 'Wellness');
insert into public.doctor_type_tags (id, name) values (tests.id(33), 'Dentist');
insert into public.missed_searches (words) values ('drone');
insert into public.imports (id, name, options, row_count) values (tests.id(36), 'gifts.csv', '{}', 1);
insert into public.import_rows (import_id, number, record) values (tests.id(36), 1, '{}');
-- What can be restored.
insert into public.themes (id, name) values (tests.id(35), 'Deleted');
delete from public.themes where id = tests.id(35);

-- What anyone with the token accepts; here a token is the id of the account, which has its role already but for the customer's.
update auth.users set email_confirmed_at = now() where email like '%@example.com';
insert into private.invitations (email, role, invited_by, expires_at, token_hash)
select email, 'sales', 'administrator@example.com', now() + interval '7 days', sha256(convert_to(id::text, 'UTF8'))
from auth.users where email like '%@example.com';

create temporary table cases as
select
  rights.entity, verb, actor, verb = any (string_to_array(case actor
    when 'anonymous' then anonymous when 'customer' then customer when 'sales' then sales else administrator end, ' ')) as may,
  case verb
    when 'select' then format('select from public.%I', rights.entity)
    when 'insert' then inserts.statement
    when 'update' then format('update public.%I set %I = %2$I', rights.entity, first_column.attname)
    when 'delete' then format('delete from public.%I', rights.entity)
    when 'truncate' then format('truncate public.%I cascade', rights.entity)
  end as statement
from table_rights as rights
join inserts using (entity)
join pg_attribute as first_column
  on first_column.attrelid = format('public.%I', rights.entity)::regclass and first_column.attnum = 1
cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb
cross join unnest(array['anonymous', 'customer', 'sales', 'administrator']) as actor;

select set_eq(
  $$ select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') $$,
  'select entity from table_rights',
  'every table of the API is judged here, and there are no views'
);

select is(
  tests.may(actor, statement, verb <> 'truncate'),
  may,
  format('%s %s %s %s', actor, case when may then 'may' else 'may not' end, verb, entity)
)
from cases order by entity, verb, actor;

-- Locked first: an automatic ANALYZE waits for who has changed the rights of its table, and TRUNCATE would wait for it.
do $$
declare
  locked regclass;
begin
  for locked in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('lock table %s in access exclusive mode', locked);
  end loop;
end
$$;
-- Granting every right on every table to every role changes nothing: the policies decide.
grant all on all tables in schema public to anon, authenticated;
select is(
  tests.may(actor, statement, verb <> 'truncate'),
  may,
  format('with every grant, %s still %s %s %s', actor, case when may then 'may' else 'may not' end, verb, entity)
)
from cases order by entity, verb, actor;

-- Functions
create temporary table function_rights (call, anonymous, customer, sales, administrator) as values
  ('public.catalogue_page()',                                               true,  true,  true,  true),
  ('public.catalogue_filters()',                                            true,  true,  true,  true),
  ('public.site_details()',                                                 true,  true,  true,  true),
  ('public.privacy_text()',                                                 true,  true,  true,  true),
  ('public.products_still_there(''{}'')',                                     true,  true,  true,  true),
  ('public.product_page(''000000000000'')',                                 true,  true,  true,  true),
  ('public.send_inquiry(''A'', ''B'', ''a@b.example'', ''1'', ''[{"name": "Mug"}]'')', true,  true,  true,  true),
  ('public.inquiry_reference(''A'', ''B'', ''a@b.example'', ''1'')',        true,  true,  true,  true),
  ('public.report_missed_search(''nothing like it'')',                       true,  true,  true,  true),
  ('public.claim_mails()',                                                  false, false, false, false),
  ('public.finish_mail(tests.id(22), 1)',                                   false, false, false, false),
  ('public.retry_mail(tests.id(22))',                                       false, false, true,  true),
  ('public.people()',                                                       false, false, false, true),
  ('public.invite(''new@meridian.example'', ''sales'')',                      false, false, false, true),
  ('public.invitations()',                                                  false, false, false, true),
  ('public.revoke_invitation(tests.id(1))',                                 false, false, false, true),
  ('public.accept_invitation(tests.id(1)::text, ''a password'')',           true,  true,  true,  true),
  ('public.open_invitation(tests.id(1)::text)',                             true,  true,  true,  true),
  ('public.set_role(tests.id(5))',                                          false, false, false, true),
  ('public.favourite_products()',                                           false, true,  true,  true),
  ('public.my_inquiries()',                                                 false, true,  true,  true),
  ('public.save_product(''{"name": "New"}'', ''{}'', ''{}'', ''{}'')',      false, false, false, true),
  ('public.save_product(''{"name": "New"}'', ''{}'', ''{}'', ''{}'', tests.id(15))', false, false, false, true),
  ('public.save_subcategory(''New'', null, ''{}'')',                        false, false, false, true),
  ('public.save_subcategory(''New'', null, ''{}'', tests.id(11))',          false, false, false, true),
  ('public.restore_record(tests.id(35))',                                   false, false, false, true),
  ('public.delete_records(''themes'', array[tests.id(13)])',                false, false, false, true),
  ('public.bulk_edit_products(''{"set": {"sample": false}}'')',            false, false, false, true),
  ('public.store_import(tests.id(36), ''New'', ''{}'', 1, ''[]'')',         false, false, false, true),
  ('public.import_products(''[]'')',                                        false, false, false, true),
  ('public.find_products(''Copper'')',                                      false, false, true,  true),
  ('public.find_leads(''Asha'')',                                           false, false, true,  true),
  ('public.handle_lead(tests.id(18), ''state'', ''won'')',                  false, false, true,  true),
  ('public.administrators()',                                               false, false, true,  true),
  ('public.lead_pulse()',                                                   false, false, true,  true),
  -- A customer may call them and gets nothing: back_office_lists.test.sql and back_office_finds.test.sql.
  ('public.count_products()',                                               false, true,  true,  true),
  ('public.lead_figures()',                                                 false, true,  true,  true),
  ('public.catalogue_health()',                                             false, true,  true,  true),
  ('public.order_featured_products(array[tests.id(15)])',                   false, false, false, true),
  ('public.count_leads()',                                                  false, true,  true,  true),
  ('public.unused_product_images()',                                        false, true,  true,  true);

select set_eq(
  $$ select 'public.' || proname from pg_proc where pronamespace = 'public'::regnamespace $$,
  $$ select distinct split_part(call, '(', 1) from function_rights $$,
  'every function of the API is judged here'
);

select is(tests.may(actor, 'select ' || call), may, format('%s %s call %s', actor, case when may then 'may' else 'may not' end, call))
from function_rights
cross join lateral (values ('anonymous', anonymous), ('customer', customer), ('sales', sales), ('administrator', administrator)) as rights (actor, may);

-- With a second factor the password alone gives the rights of a customer; the code gives the rest. A factor that was
-- never verified takes nothing away.
create temporary table factor_cases as
select actor, statement, verb <> 'truncate' as must_reach_rows, entity as what, verb, may from cases where actor in ('customer', 'sales', 'administrator')
union all
select actor, 'select ' || call, true, call, 'call', may
from function_rights cross join lateral (values ('customer', customer), ('sales', sales), ('administrator', administrator)) as rights (actor, may);
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
select gen_random_uuid(), id, '', 'totp', 'unverified', now(), now(), 'ABC' from unnest(array[tests.id(2), tests.id(5)]) as id;
select is(tests.may(actor, statement, must_reach_rows), may, format('an unverified factor: %s, %s %s', actor, verb, what))
from factor_cases where actor = 'administrator';
update auth.mfa_factors set status = 'verified';
select is(
  tests.may(staff.actor, staff.statement, staff.must_reach_rows),
  customer.may,
  format('without the code, %s %s %s %s', staff.actor, case when customer.may then 'may' else 'may not' end, staff.verb, staff.what)
)
from factor_cases as staff join factor_cases as customer using (what, verb)
where staff.actor <> 'customer' and customer.actor = 'customer';
select is(
  tests.may(actor || ' with a code', statement, must_reach_rows), may,
  format('with the code, %s %s %s %s', actor, case when may then 'may' else 'may not' end, verb, what)
)
from factor_cases where actor <> 'customer';
delete from auth.mfa_factors;

select set_eq(
  $$ select proname::text, has_function_privilege('anon', oid, 'execute') as anon from pg_proc where pronamespace = 'public'::regnamespace $$,
  $$
    values ('catalogue_page', true), ('catalogue_filters', true), ('site_details', true), ('privacy_text', true),
      ('products_still_there', true), ('product_page', true), ('report_missed_search', true), ('favourite_products', false), ('my_inquiries', false),
      ('send_inquiry', true), ('inquiry_reference', true), ('save_product', false),
      ('save_subcategory', false), ('unused_product_images', false), ('restore_record', false), ('delete_records', false), ('bulk_edit_products', false),
      ('store_import', false), ('import_products', false),
      ('find_products', false), ('find_leads', false), ('count_products', false), ('count_leads', false),
      ('handle_lead', false), ('administrators', false), ('people', false), ('set_role', false),
      ('invite', false), ('invitations', false), ('revoke_invitation', false), ('accept_invitation', true), ('open_invitation', true), ('lead_pulse', false), ('lead_figures', false), ('order_featured_products', false), ('catalogue_health', false),
      ('claim_mails', false), ('finish_mail', false), ('retry_mail', false)
  $$,
  'a visitor may not call the functions of the back office'
);

-- What the API's roles may run in the schema that the API does not expose: rules on texts, and what policies and the
-- API's own functions ask on their behalf.
select set_eq(
  $$
    select proname::text, has_function_privilege('anon', oid, 'execute') as anon, has_function_privilege('authenticated', oid, 'execute') as authenticated
    from pg_proc where pronamespace = 'private'::regnamespace
  $$,
  $$
    values
      ('trimmed', true, true),
      ('is_trimmed_nonempty', true, true),
      ('is_web_address', true, true),
      ('is_product_image_name', true, true),
      ('is_product_image_path', true, true),
      ('without_own_host', true, true),
      ('has_required_aal', false, false),
      ('is_admin', true, true),
      ('is_staff', true, true),
      ('set_role_since', false, false),
      ('assign_role', false, false),
      ('set_role', false, true),
      ('invite', false, true),
      ('invitations', false, true),
      ('revoke_invitation', false, true),
      ('renew_invitation', false, false),
      ('accept_invitation', true, true),
      ('open_invitation', true, true),
      ('end_credentials', false, false),
      ('prove_address', false, false),
      ('end_former_role', false, false),
      ('password_hash', false, false),
      ('create_account', false, false),
      ('people', false, true),
      ('site_details', true, true),
      ('privacy_text', true, true),
      ('luminance', false, true),
      ('contrast', false, true),
      ('is_email_address', false, true),
      ('is_address_list', false, true),
      ('home_page_product_ids', true, false),
      ('catalogue_page', true, true),
      ('products_still_there', true, true),
      ('catalogue_page_of', true, true),
      ('product_page', true, true),
      ('report_missed_search', true, true),
      ('is_playable_video', false, false),
      ('favourite_products', false, true),
      ('my_inquiries', false, true),
      ('product_cards', false, false),
      ('similar_products', false, false),
      ('link_tables', false, true),
      ('refuse_change', false, true),
      ('lead_search_text', true, true),
      ('max_text_length', true, true),
      ('word_patterns', false, false),
      ('phone_digits', false, false),
      ('count_version', false, false),
      ('record_changes', false, false),
      ('delete_expired', false, false),
      ('chosen_facets', false, false),
      ('catalogue_counts', false, false),
      ('search_condition', false, false),
      ('search_report', false, false),
      ('search_words', false, false),
      ('split_words', false, false),
      ('split_compound_word', false, false),
      ('near_spellings', false, false),
      ('update_search_words', false, false),
      ('page_cursor', false, false),
      ('read_page_cursor', false, false),
      ('create_profile', false, false),
      ('normalize_texts', false, false),
      ('normalize_product', false, false),
      ('normalize_site_settings', false, false),
      ('normalize_lead', false, false),
      ('limit_leads_per_statement', false, false),
      ('limit_leads', false, false),
      ('is_sent_lead', true, true),
      ('lead_reference', false, false),
      ('inquiry_reference', true, true),
      ('send_inquiry', true, true),
      ('normalized_mailbox', false, false),
      ('is_deliverable', true, true),
      ('take_mail', false, false),
      ('refuse_undeliverable', false, false),
      ('purge_expired', false, false),
      ('queue_mails', false, false),
      ('retry_mail', false, true),
      ('limit_favourites', false, false),
      ('limit_list_views', false, false),
      ('is_list_settings', false, true),
      ('client_network', false, false),
      ('take_lead_quota', false, false),
      ('stored_image_name', false, true),
      ('original_image_name', false, true),
      ('release_image', false, false),
      ('store_deleted_record', false, false),
      ('defer_restored_links', false, true),
      ('restore_deleted', false, true),
      ('lock_for_bulk_change', false, true),
      ('apply_bulk_edit', false, true),
      ('undo_bulk_edit', false, true),
      ('plan_bulk_edit', false, false),
      ('check_bulk_changes', false, false),
      ('bulk_edit_products', false, true),
      ('matching_product_ids', false, false),
      ('delete_records', false, true),
      ('store_import', false, true), ('import_products', false, true), ('undo_import', false, true),
      ('import_name', false, false), ('import_row', false, false),
      ('is_image_widths', false, true), ('normalize_sku', false, true),
      ('raise_too_many_requests', false, false),
      ('refuse_truncate', false, false),
      ('find_products', false, true),
      ('count_products', false, true),
      ('leads_condition', false, false),
      ('find_leads', false, true),
      ('count_leads', false, true),
      ('start_handling', false, false),
      ('derive_handling', false, false),
      ('handle_lead', false, true),
      ('administrators', false, true),
      ('lead_figures', false, true),
      ('catalogue_health', false, true),
      ('create_trigram_index', false, false),
      ('allow_service_role', false, false),
      ('enable_row_security', false, false),
      ('set_up_managed_table', false, false),
      ('notify_change', false, false),
      ('refresh_product_search', false, false),
      ('defer_product_search', false, true),
      ('refresh_deferred_product_search', false, true),
      ('update_product_search', false, false),
      ('update_product_search_of_links', false, false),
      ('product_condition', false, false),
      ('call_as', false, false)
  $$,
  'each private function may be called by the roles that need it and by no other'
);

select * from finish();
rollback;
