-- Who acts in the tests, on what, and how they are asked. It stays in the database for the files after it; everything
-- else happens in transactions that are rolled back.
begin;
drop schema if exists tests cascade;
create schema tests;
grant usage on schema tests to anon, authenticated;

-- Ids that are easy to read in a failure.
create function tests.id(number integer) returns uuid
language sql immutable
as $$
  select lpad(number::text, 32, '0')::uuid
$$;

-- From here on this transaction acts as the API would for `anonymous`, `customer`, `sales` or `administrator`; as
-- `owner` nothing holds it back. `administrator with a code` has passed a second factor. `member` and `outsider` are customers who
-- share with their colleagues, each of another company (tests.add_teams).
create function tests.act_as(actor text) returns void
language plpgsql
as $$
declare
  sub text := case split_part(actor, ' ', 1) when 'customer' then tests.id(1)::text when 'administrator' then tests.id(2)::text when 'sales' then tests.id(5)::text
    when 'member' then tests.id(6)::text when 'outsider' then tests.id(7)::text else '' end;
  acting text := case actor when 'owner' then 'none' when 'anonymous' then 'anon' else 'authenticated' end;
begin
  perform set_config('role', acting, true);
  perform set_config('request.jwt.claim.sub', sub, true);
  perform set_config('request.jwt.claim.role', acting, true);
  perform set_config('request.jwt.claims', json_build_object(
    'sub', nullif(sub, ''), 'role', acting, 'aal', case when actor like '% with a code' then 'aal2' else 'aal1' end
  )::text, true);
end
$$;

-- Three accounts and one row of every entity, links included; product 15 is on the home page, 16 in the catalogue, 17
-- in neither.
create function tests.set_up() returns void
language plpgsql
as $$
begin
  insert into auth.users (id, email) values (tests.id(1), 'customer@example.com'), (tests.id(2), 'administrator@example.com'), (tests.id(5), 'sales@example.com');
  update public.profiles set is_admin = id = tests.id(2), is_sales = id = tests.id(5) where id in (tests.id(2), tests.id(5));
  insert into private.calendar_links (user_id, hash) values (tests.id(2), private.link_hash('00000000000000000000000000000082'));
  insert into public.categories (id, name) values (tests.id(10), 'Drinkware');
  insert into public.subcategories (id, name) values (tests.id(11), 'Mugs');
  insert into public.subcategory_categories (subcategory_id, category_id) values (tests.id(11), tests.id(10));
  insert into public.industry_tags (id, name) values (tests.id(12), 'Pharmaceutical');
  insert into public.themes (id, name) values (tests.id(13), 'Festive');
  insert into public.doctor_type_tags (id, name) values (tests.id(14), 'Cardiologist');
  insert into public.products (id, name, category_id, subcategory_id, budget, is_sample, is_featured, created_at) values
    (tests.id(15), 'Copper bottle', tests.id(10), tests.id(11), 'Rs.500-1000', true, true, '2026-01-03Z'),
    (tests.id(16), 'Desk lamp', null, null, 'Rs.2000+', true, false, '2026-01-02Z'),
    (tests.id(17), 'Prototype', null, null, null, false, true, '2026-01-01Z');
  insert into public.product_industry_tags select number, tests.id(12) from unnest(tests.product_ids()) as number;
  insert into public.product_themes select number, tests.id(13) from unnest(tests.product_ids()) as number;
  insert into public.product_doctor_type_tags select number, tests.id(14) from unnest(tests.product_ids()) as number;
  insert into public.branding_methods (id, name) values (tests.id(29), 'Engraving');
  insert into public.product_branding_methods select number, tests.id(29), 'Lid', 1 from unnest(tests.product_ids()) as number;
  insert into public.product_pictures select number, 2, 'https://example.com/2.png' from unnest(tests.product_ids()) as number;
  insert into public.product_colours select number, 1, 'Red', '#b3402e' from unnest(tests.product_ids()) as number;
  insert into public.product_parts select number, 1, 'Box' from unnest(tests.product_ids()) as number;
  insert into public.product_terms (product_id, supplier, supplier_code, cost_paise) values
    (tests.id(15), 'Acme', 'C-1', 24500), (tests.id(17), 'Acme', 'P-1', null);
  insert into public.product_price_breaks select number, 100, 22900 from unnest(tests.product_ids()) as number;
  insert into public.companies (id, name, domains) values (tests.id(53), 'Meridian', '{meridian.example}'), (tests.id(54), 'Example Meridian', '{}');
  insert into public.leads (id, name, company, email, phone, link)
  values (tests.id(18), 'Asha Rao', 'Meridian', 'asha@meridian.example', '+91 98 1234', private.link_hash('00000000000000000000000000000018'));
  insert into public.lead_items (id, lead_id, position, product_id, name, quantity)
  values (tests.id(21), tests.id(18), 1, tests.id(15), 'Copper bottle', 400);
  insert into public.lead_events (lead_id, actor_id, actor_email, kind) values (tests.id(18), tests.id(2), 'administrator@example.com', 'opened');
  insert into public.lead_replies (event_number, reply, subject, text)
  select number, tests.id(51), 'Your inquiry', 'We have them.' from public.lead_events where lead_id = tests.id(18);
  insert into public.received_mails (event_number, id, message_id, subject, is_automatic, attachments, files)
  select number, tests.id(75), '<1@meridian.example>', 'Re: Your inquiry', false, '[{"name": "Logo.png", "size": 8, "stored": true}]', array['\x89504e470d0a1a0a'::bytea]
  from public.lead_events where lead_id = tests.id(18);
  insert into public.outbox (id, lead_id, kind, recipient) values (tests.id(22), tests.id(18), 'acknowledgement', 'asha@meridian.example');
  insert into public.outbox (kind, recipient, state, links)
  values ('data_link', 'asha@meridian.example', 'sent', array[private.link_hash('00000000000000000000000000000047')]);
  insert into public.privacy_requests (id, kind, email, due_on) values (tests.id(48), 'grievance', 'ravi@meridian.example', '2999-12-31');
  insert into public.access_log (actor_id, actor_email, action, lead_id, leads, contact_id)
  select tests.id(5), 'sales@example.com', 'opened', id, 1, contact_id from public.leads where id = tests.id(18);
  insert into public.favourites (user_id, product_id) select id, tests.id(16) from auth.users where id in (tests.id(1), tests.id(2), tests.id(5));
  insert into public.list_views (id, owner_id, list, name, settings) values
    (tests.id(24), tests.id(2), 'products', 'Lamps', '{"search": "lamp"}'), (tests.id(25), tests.id(5), 'leads', 'Mine', '{}');
  insert into public.stats_blocks (id, title, value) values (tests.id(19), 'Clients', '10,000+');
  insert into public.client_logos (id, name, logo_url) values (tests.id(20), 'Meridian', 'https://example.com/logo.png');
  insert into public.reply_templates (id, name, body) values (tests.id(23), 'Samples', 'Hello {name}');
  insert into public.search_words (id, words) values (tests.id(28), 'okapi, mug');
  insert into public.campaign_links (id, name, word, path, source) values (tests.id(83), 'Fair 2026', 'fair', '/catalogue?theme=Diwali', 'card');
  insert into public.seller_profile (legal_name, state) values ('Meridian Gifts', '27');
  -- A draft, one that is sent, and one that is accepted.
  insert into public.quotations (id, lead_id, number, state, owner_id, owner_email) values
    (tests.id(40), tests.id(18), null, 'draft', tests.id(5), 'sales@example.com'),
    (tests.id(42), tests.id(18), 'GW2627/9001', 'sent', tests.id(5), 'sales@example.com'),
    (tests.id(44), tests.id(18), 'GW2627/9002', 'accepted', tests.id(5), 'sales@example.com');
  insert into public.quotation_versions (id, quotation_id, revision, content, valid_until, sent_at, frozen, sha256, accepted)
  select
    tests.id(number + 1), tests.id(number), 1, jsonb_build_object(
      'buyer', '{"name": "Asha Rao", "company": "Meridian", "email": "asha@meridian.example", "phone": "1", "delivery_state": "27"}'::jsonb,
      -- It costs more.
      'price_reason', 'A first order',
      'lines', jsonb_build_array(jsonb_build_object(
        'id', tests.id(46), 'product_id', tests.id(15), 'name', 'Copper bottle', 'hsn', '7418', 'gst_rate', 1800,
        'quantities', '[{"quantity": 100, "price_paise": 20000}]'::jsonb
      ))
    ),
    '2999-12-31', sent_at, frozen, case when sent_at is not null then repeat('0', 64) end, accepted
  from (values
    (40, null::timestamptz, null::jsonb, null::jsonb),
    (42, now(), '{"seller": {"state": "27"}, "figures": {"total": 2000000}}', null),
    (44, now(), '{"seller": {"state": "27"}, "figures": {"total": 2000000}}', '{"name": "Asha Rao", "figures": {"total": 2000000}}')
  ) as version (number, sent_at, frozen, accepted);
  insert into public.orders (id, quotation_id, version_id, number) values (tests.id(84), tests.id(44), tests.id(45), 'GW-O2627/9001');
  insert into public.order_lines (id, order_id, line_id, position, quantity, needs_proof) values (tests.id(85), tests.id(84), tests.id(46), 1, 100, true);
  insert into public.order_proofs (id, order_line_id, version, name, sha256) values (tests.id(96), tests.id(85), 1, 'Mug.png', repeat('0', 64));
  insert into private.order_proof_files (proof_id, content) values (tests.id(96), '\x89504e470d0a1a0a');
  insert into public.order_events (order_id, number, kind, actor_id, actor_name, value) overriding system value values (
    tests.id(84), 900001, 'production', tests.id(5), 'sales@example.com',
    jsonb_build_object('lines', jsonb_build_array(jsonb_build_object('id', tests.id(85), 'from', 'preparing', 'to', 'production')))
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email) values
    (tests.id(42), tests.id(43), 'buyer', private.link_hash('00000000000000000000000000000042'), null),
    (tests.id(44), tests.id(45), 'buyer', private.link_hash('00000000000000000000000000000044'), null),
    (tests.id(42), tests.id(43), 'approval', private.link_hash('00000000000000000000000000000043'), 'ravi@meridian.example');
  insert into public.buyer_details (quotation_id, billing_address) values (tests.id(42), '1 Ring Road');
  insert into public.samples (id, lead_id, product_id, name, recipient, address, pin_code, phone, company, state, sent_on, delivered_on) values (
    tests.id(95), tests.id(18), tests.id(15), 'Copper bottle', 'Ravi Iyer', '1 Ring Road', '560001', '1', 'company meridian', 'delivered', private.day_in_india(now()), private.day_in_india(now())
  );
  insert into private.purchase_orders (id, quotation_id, name, content) values (tests.id(49), tests.id(42), 'PO.pdf', '%PDF-1.7');
  insert into private.artworks (id, quotation_id, name, content) values (tests.id(95), tests.id(42), 'Logo.png', '\x89504e470d0a1a0a');
  insert into private.api_keys (id, name, scopes, hash, prefix, made_by_id, made_by)
  values (tests.id(77), 'Shop', '{read products}', '\x77', 'gw_777777', tests.id(2), 'administrator@example.com');
  insert into private.webhooks (id, address, events, secret) values (tests.id(78), 'https://shop.example/hook', '{quotation.declined}', 'whsec_c2VjcmV0');
  insert into private.webhook_deliveries (id, webhook_id, event, state) values (tests.id(79), tests.id(78), 'test', 'failed');
  insert into public.site_settings (name, notice_emails) values ('Meridian Gifts', array['sales@meridian.example']);
end
$$;

create function tests.add_teams() returns void
language sql
as $$
  insert into auth.users (id, email) values (tests.id(6), 'member@acme.example'), (tests.id(7), 'outsider@nova.example');
  update public.profiles set address_proven_at = now() where id in (tests.id(6), tests.id(7));
  insert into private.team_members (user_id, domain, email, since)
  select id, split_part(email, '@', 2), email, now() from auth.users where id in (tests.id(6), tests.id(7));
  insert into public.favourites (user_id, product_id) values (tests.id(6), tests.id(16)), (tests.id(7), tests.id(16));
$$;

create function tests.product_ids() returns uuid[]
language sql immutable
as $$
  select array[tests.id(15), tests.id(16), tests.id(17)]
$$;

-- Whether the actor may: the statement is not refused, and reaches at least one row (or none is asked for). What it
-- does is undone, whatever it is.
create function tests.may(actor text, statement text, must_reach_rows boolean default true) returns boolean
language plpgsql
as $$
declare
  reached bigint;
begin
  perform tests.act_as(actor);
  execute statement;
  get diagnostics reached = row_count;
  raise exception using errcode = 'TS001';
exception
  when sqlstate 'TS001' then
    return reached > 0 or not must_reach_rows;
  when insufficient_privilege then
    return false;
  -- Rights are checked before keys; site_settings has its one row already.
  when unique_violation then
    return true;
end
$$;

-- The name of the constraint that stops the statement; null when none does. Undone as well.
create function tests.stopped_by(statement text) returns text
language plpgsql
as $$
declare
  stopping text;
begin
  execute statement;
  raise exception using errcode = 'TS001';
exception
  when sqlstate 'TS001' then
    return null;
  when integrity_constraint_violation then
    get stacked diagnostics stopping = constraint_name;
    return coalesce(nullif(stopping, ''), sqlstate);
end
$$;

-- Who may do what: supabase/rights.json, which the runner hands in as a setting. Each role may do what those before it may.
create table tests.rights (entity text, verb text, actor text, may boolean);
create table tests.records (entity text, number integer, record jsonb);
create table tests.calls (name text, statement text, actor text, answer text);
grant select on all tables in schema tests to anon, authenticated;

-- A call with named arguments as the API makes it, which reads them from JSON by the types of the parameters.
create function tests.call_of(called text, arguments json) returns text
language sql stable
as $$
  select format(
    'select public.%I(%s) as answer%s', called, coalesce(string_agg(format('%1$I => arguments.%1$I', name), ', '), ''),
    case when count(*) > 0 then
      format(' from json_to_record(%L) as arguments (%s)', arguments, string_agg(format('%I %s', name, format_type(type, null)), ', '))
    end
  )
  from pg_proc cross join unnest(proargnames, coalesce(proallargtypes, proargtypes::oid[])) as parameters (name, type)
  where pronamespace = 'public'::regnamespace and proname = called and arguments::jsonb ? name
$$;

-- Adds the row that rights.json has of a table, with a new record's id in place of `$themes`, and the values of `more`.
create function tests.insert_of(wanted text, name text default 'New', more jsonb default '{}') returns text
language sql stable
as $$
  select format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, %3$L)',
    wanted, string_agg(quote_ident(field.key), ', '),
    jsonb_object_agg(field.key, coalesce(to_jsonb(tests.id(1000 + referred.number)), replace(field.value::text, 'New', insert_of.name)::jsonb))
  )
  from tests.records
  cross join jsonb_each(record || more) as field
  left join tests.records as referred on '$' || referred.entity = field.value #>> '{}'
  where records.entity = wanted
$$;

-- Makes the new record of each table that another one refers to, and a row of each that has none.
create function tests.add_records() returns void
language plpgsql
as $$
declare
  entity text;
  new_id jsonb;
  is_referred boolean;
  has_rows boolean;
begin
  for entity, new_id, is_referred in
    select
      records.entity, jsonb_build_object('id', tests.id(1000 + number)),
      exists (select from tests.records as other, jsonb_each_text(other.record) as field where field.value = '$' || records.entity)
    from tests.records order by number
  loop
    execute format('select exists (select from public.%I)', entity) into has_rows;
    if is_referred then
      execute tests.insert_of(entity, 'Other', new_id);
    elsif not has_rows then
      execute tests.insert_of(entity, 'Other');
    end if;
  end loop;
end
$$;

do $$
declare
  rights constant json := current_setting('tests.rights');
  roles constant text[] := array(select json_array_elements_text(rights -> 'roles'));
begin
  insert into tests.records
  select entity.key, entity.number, entity.value -> 'row'
  from json_each(rights -> 'tables') with ordinality as entity (key, value, number);
  insert into tests.rights
  select entity.key, verb, actor, coalesce(array_position(roles, actor) >= array_position(
    roles, coalesce(entity.value ->> verb, case when verb in ('insert', 'update', 'delete') then entity.value ->> 'write' end)
  ), false)
  from json_each(rights -> 'tables') as entity
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb cross join unnest(roles) as actor;
  insert into tests.calls
  select called.key, tests.call_of(called.key, arguments), actor, case
    when array_position(roles, actor) >= array_position(roles, called.value ->> 'yes') then 'yes'
    when array_position(roles, actor) >= array_position(roles, called.value ->> 'nothing') then 'nothing'
    else 'no'
  end
  from json_each(rights -> 'functions') as called
  cross join json_array_elements(coalesce(called.value -> 'calls', '[{}]')) as arguments cross join unnest(roles) as actor;
end
$$;

commit;

begin;
select plan(4);
select tests.set_up();

select tests.act_as('anonymous');
select is(current_user::text || auth.uid()::text, null, 'an anonymous visitor has no user id');
select tests.act_as('customer');
select is(current_user || ' ' || auth.uid(), 'authenticated ' || tests.id(1), 'a customer is a signed-in account');
select tests.act_as('administrator');
select is(current_user || ' ' || auth.uid(), 'authenticated ' || tests.id(2), 'an administrator is a signed-in account');
select tests.act_as('owner');
select is(tests.may('anonymous', 'delete from public.leads'), false, 'what may not be done is told from what may');

select * from finish();
rollback;
