-- Who may do what with every table and function of the API: supabase/rights.json (product.md, section 6). `npm test`
-- counts the assertions of a role on a table or function as one case, by the brackets in their names.
begin;
select no_plan();
select tests.set_up();

-- What can be restored.
insert into public.themes (id, name) values (tests.id(35), 'Deleted');
delete from public.themes where id = tests.id(35);
select tests.add_records();
-- What anyone with the token accepts; here a token is the id of the account, which has its role already but for the customer's.
update auth.users set email_confirmed_at = now() where email like '%@example.com';
insert into private.invitations (email, role, invited_by, expires_at, token_hash)
select email, 'sales', 'administrator@example.com', now() + interval '7 days', sha256(convert_to(id::text, 'UTF8'))
from auth.users where email like '%@example.com';

create temporary table cases as
select entity, verb, actor, may, case verb
  when 'select' then format('select from public.%I', entity)
  when 'insert' then tests.insert_of(entity)
  when 'update' then format('update public.%I set %I = %2$I', entity, attname)
  when 'delete' then format('delete from public.%I', entity)
  when 'truncate' then format('truncate public.%I cascade', entity)
end as statement
from tests.rights join pg_attribute on attrelid = format('public.%I', entity)::regclass and attnum = 1;

select set_eq(
  $$ select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') $$,
  'select entity from tests.records',
  'every table of the API is in rights.json, and there are no views'
);

select is(
  tests.may(actor, statement, verb <> 'truncate'),
  may,
  format('[%s: %s] %s %s', actor, entity, case when may then 'may' else 'may not' end, verb)
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
  format('[%s: %s] %s %s with every grant', actor, entity, case when may then 'may' else 'may not' end, verb)
)
from cases order by entity, verb, actor;

-- Functions
select set_eq(
  $$ select proname::text from pg_proc where pronamespace = 'public'::regnamespace $$,
  'select name from tests.calls',
  'every function of the API is in rights.json'
);

select is(tests.may(actor, statement), answer = 'yes', format('[%s: %s] %s call %s', actor, name, case answer when 'yes' then 'may' else 'may not' end, statement))
from tests.calls where answer <> 'nothing';
select is(
  array[tests.may(actor, statement, false), tests.may(actor, format($$ select from (%s) as answers where answer is not null and answer::text not in ('{}', '[]') $$, statement))],
  array[true, false],
  format('[%s: %s] gets nothing from %s', actor, name, statement)
)
from tests.calls where answer = 'nothing';

-- With a second factor the password alone gives the rights of a customer; the code gives the rest. A factor that was
-- never verified takes nothing away.
create temporary table factor_cases as
select actor, statement, verb <> 'truncate' as must_reach_rows, verb, entity as subject, may from cases where actor <> 'anonymous'
union all
select actor, statement, true, 'call', name, tests.may(actor, statement) from tests.calls where actor <> 'anonymous';
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
select gen_random_uuid(), id, '', 'totp', 'unverified', now(), now(), 'ABC' from unnest(array[tests.id(2), tests.id(5)]) as id;
select is(tests.may(actor, statement, must_reach_rows), may, format('[%s: %s] %s with an unverified factor', actor, subject, verb))
from factor_cases where actor = 'administrator';
update auth.mfa_factors set status = 'verified';
select is(
  tests.may(staff.actor, staff.statement, staff.must_reach_rows),
  customer.may,
  format('[%s: %s] %s %s without the code', staff.actor, staff.subject, case when customer.may then 'may' else 'may not' end, staff.verb)
)
from factor_cases as staff join factor_cases as customer using (statement)
where staff.actor <> 'customer' and customer.actor = 'customer';
select is(
  tests.may(actor || ' with a code', statement, must_reach_rows), may,
  format('[%s: %s] %s %s with the code', actor, subject, case when may then 'may' else 'may not' end, verb)
)
from factor_cases where actor <> 'customer';
delete from auth.mfa_factors;

-- Sharing with colleagues gives no right on any table or function beyond those of a customer, but to save what the company proposes, and to share a basket.
select tests.add_teams();
select is(tests.may(member.actor, statement, must_reach_rows), may, format('[%s: %s] %s', member.actor, subject, verb))
from factor_cases cross join unnest(array['member', 'outsider']) as member (actor) where factor_cases.actor = 'customer' and subject not in ('save_company_details', 'share_basket');

-- Who may call a function is decided before what it does: a visitor calls no function of the back office.
select is(has_function_privilege('anon', oid, 'execute'), answer <> 'no', format('[anonymous: %s] may%s call it', name, case answer when 'no' then ' not' else '' end))
from (select distinct name, answer from tests.calls where actor = 'anonymous') as calls
join pg_proc on proname = name and pronamespace = 'public'::regnamespace;

-- In the schema that the API does not expose, roles run the function of the same name that does the work of one of the API,
-- and what policies, constraints and functions of the API ask on their behalf.
create temporary table callable as
select 'anon' as role, unnest(array[
  'trimmed', 'is_trimmed_nonempty', 'are_line_colours', 'quantity_of_colours', 'is_web_address', 'is_product_image_name', 'is_product_image_path', 'without_own_host',
  'max_text_length', 'lead_search_text', 'is_admin', 'is_staff', 'is_sent_lead', 'number_series', 'is_deliverable', 'link_hash', 'new_link_hash', 'sent_origin', 'cleaned_origin', 'catalogue_page_of',
  'catalogue_facts'
]) as name;
insert into callable select 'authenticated', name from callable;
insert into callable values ('anon', 'home_page_product_ids');
insert into callable select 'authenticated', unnest(array[
  'is_email_address', 'is_address_list', 'require', 'doctor_type_industries', 'budget_bands', 'normalize_code', 'save_rows', 'plain_text', 'name_key',
  'stored_image_name', 'original_image_name', 'link_tables', 'refuse_change', 'restore_deleted', 'restore_whole', 'defer_restored_links',
  'product_lists', 'columns_among', 'product_fields', 'check_product', 'settled_product', 'colours_with_pictures', 'put_products', 'restore_rows', 'restore_facts', 'restore_links', 'restore_product_categories',
  'lock_for_bulk_change', 'put_back', 'finish_restoring', 'undo_import', 'gst_states', 'gstin_kind', 'is_gstin', 'defer_product_search', 'refresh_deferred_product_search',
  'unsettled_quotations'
]);
select is_empty(
  $$
    select role, oid::regprocedure from pg_proc as own, unnest(array['anon', 'authenticated']) as role
    where pronamespace = 'private'::regnamespace and has_function_privilege(role, oid, 'execute')
      and (role, proname) not in (table callable)
      and not exists (
        select from pg_proc as api
        where api.pronamespace = 'public'::regnamespace and api.proname = own.proname and has_function_privilege(role, api.oid, 'execute')
      )
  $$,
  'no private function is executable by the roles of the API except these'
);

select * from finish();
rollback;
