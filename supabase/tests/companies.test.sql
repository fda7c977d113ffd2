-- Who the buyer is: contacts, companies, and what is merged (product.md, section 2, Companies).
begin;
select no_plan();
select tests.set_up();

create function pg_temp.inquire(address text, company text, name text default 'Ravi') returns uuid language sql as $$
  insert into public.leads (name, company, email, phone) values (name, company, address, '1') returning contact_id
$$;
create temporary table made (name text primary key, id uuid);
grant all on made to authenticated;

-- Contacts and companies of leads.
select tests.act_as('anonymous');
insert into public.leads (name, company, email, phone, contact_id)
values ('Kavi Nair', 'Example Pharma', 'Kavi@pharma.example', '+91 1', (select tests.id(1)));
insert into public.leads (name, company, email, phone) values ('K. Nair', 'EXAMPLE PHARMA LTD', 'kavi@PHARMA.example', '+91 2');
select throws_ok('select from public.leads', '42501', null, 'a visitor reads no lead');
select throws_ok('select from public.contacts', '42501', null, 'and no contact');
select throws_ok('select from public.companies', '42501', null, 'nor company');
select tests.act_as('customer');
select is_empty('select from public.contacts union all select from public.companies', 'and an account reads none of either');
select tests.act_as('owner');
select results_eq(
  $$ select contact.name, email, phone, company.name, domains, (select count(*) from public.leads where contact_id = contact.id)
     from public.contacts as contact join public.companies as company on company.id = company_id where lower(email) = 'kavi@pharma.example' $$,
  $$ values ('Kavi Nair', 'Kavi@pharma.example', '+91 1', 'Example Pharma', '{pharma.example}'::text[], 2::bigint) $$,
  'two inquiries of one address in any case are one contact, whatever the client sends, as first written, of a company of its domain'
);
select is((select array_agg(company order by created_at, company) from public.leads where lower(email) = 'kavi@pharma.example'), '{EXAMPLE PHARMA LTD,Example Pharma}'::text[], 'what was typed stays on each lead');
select pg_temp.inquire('mira@mail.pharma.example', 'Other');
select is((select company_id from public.contacts where email = 'mira@mail.pharma.example'), (select id from public.companies where name = 'Example Pharma'), 'a colleague''s address, also of a subdomain, is of the same company');
select pg_temp.inquire('gifts@' || host, 'Example Pharma') from unnest(array['gmail.com', 'yahoo.co.in', 'rediffmail.com', 'mail.outlook.com']) as host;
select is_empty($$ select from public.contacts where email like 'gifts@%' and company_id is not null $$, 'a public mail host makes no company');

-- Quotations.
select is((select contact_id from public.quotations where id = tests.id(42)), (select contact_id from public.leads where id = tests.id(18)), 'a quotation is of the contact of its buyer');
update public.quotation_versions set content = jsonb_set(content, '{buyer,email}', '"slip@new.example"') where id = tests.id(41);
select is((select email from public.quotations join public.contacts on contacts.id = contact_id where quotations.id = tests.id(40)), 'slip@new.example', 'a draft follows its address');
select is_empty($$ select from public.companies where 'new.example' = any (domains) $$, 'without making a company');
update public.quotation_versions set content = jsonb_set(content, '{buyer,email}', '"asha@meridian.example"') where id = tests.id(41);
select is_empty($$ select from public.contacts where email = 'slip@new.example' $$, 'and a contact that was only its slip goes');
insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
select tests.id(42), 2, jsonb_set(content, '{buyer}', content -> 'buyer' || '{"gstin": "27AAPFU0939F1ZV", "billing_address": "1 Example Road"}'), valid_until, now(), frozen, sha256
from public.quotation_versions where id = tests.id(43);
select is((select gstin || ', ' || billing_address from public.companies where id = tests.id(53)), '27AAPFU0939F1ZV, 1 Example Road', 'a company learns its GSTIN and address from what is sent');
update public.quotation_versions set
  content = jsonb_set(content, '{buyer}', '{"name": "Om", "company": "Example Om", "email": "om@gmail.com", "phone": "1", "gstin": "29AAGCB7383J1Z4"}'),
  sent_at = now(), frozen = '{"figures": {"total": 1}}', sha256 = repeat('0', 64)
where id = tests.id(41);
select is((select company.name || ' ' || gstin from public.contacts join public.companies as company on company.id = company_id where email = 'om@gmail.com'), 'Example Om 29AAGCB7383J1Z4', 'a GSTIN makes a company where the address does not');

update public.companies set gstin = null, billing_address = null where id = tests.id(53);
update public.buyer_details set gstin = '27AAPFU0939F1ZV' where quotation_id = tests.id(42);
update public.quotation_versions set accepted = '{"name": "Asha Rao", "figures": {"total": 1}}' where quotation_id = tests.id(42) and revision = 2;
select is((select gstin || ', ' || billing_address from public.companies where id = tests.id(53)), '27AAPFU0939F1ZV, 1 Ring Road', 'what a buyer gave beside the quotation becomes the company''s with the acceptance');
update public.quotation_versions set accepted = null where quotation_id = tests.id(42) and revision = 2;
update public.buyer_details set billing_address = '2 Ring Road' where quotation_id = tests.id(42);
update public.quotation_versions set accepted = '{"name": "Asha Rao", "figures": {"total": 1}}' where quotation_id = tests.id(42) and revision = 2;
select is((select billing_address from public.companies where id = tests.id(53)), '1 Ring Road', 'where it has none');
update public.quotation_versions set accepted = null where quotation_id = tests.id(42) and revision = 2;

-- Approvals and requests.
insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value) values
  (tests.id(42), tests.id(43), 'approval_asked', 'Asha', '{"email": "Boss@meridian.example", "name": "The Boss"}'),
  (tests.id(42), tests.id(43), 'approved', 'Boss B.', '{"email": "boss@meridian.example", "by": "approver"}');
select results_eq(
  $$ select kind, contact.name, company_id from public.quotation_events as event join public.contacts as contact on contact.id = contact_id where email ilike 'boss@%' order by number $$,
  $$ values ('approval_asked', 'The Boss', tests.id(53)), ('approved', 'The Boss', tests.id(53)) $$, 'a colleague who is asked is a contact of the company'
);
insert into public.quotation_links (quotation_id, version_id, purpose, hash, email) values (tests.id(42), tests.id(43), 'approval', repeat('b', 64), 'BOSS@meridian.example');
insert into public.outbox (kind, recipient) values ('test', 'sales@example.com');
select results_eq(
  $$ select 'link', contact.email from public.quotation_links as link join public.contacts as contact on contact.id = contact_id where link.email ilike 'boss@%'
     union all select kind, contact.email from public.outbox join public.contacts as contact on contact.id = contact_id where recipient ilike 'boss@%' $$,
  $$ values ('link', 'Boss@meridian.example'), ('approval', 'Boss@meridian.example') $$, 'and so are the link and the e-mail'
);
select is_empty($$ select from public.outbox where recipient = 'sales@example.com' and contact_id is not null union all select from public.contacts where email = 'sales@example.com' $$, 'an e-mail to the staff makes no contact');
select is_empty($$ select from public.outbox join public.contacts on lower(email) = lower(recipient) where contact_id is distinct from contacts.id $$, 'every other e-mail refers to its contact');
select is((select company_id from public.privacy_requests join public.contacts on contacts.id = contact_id where privacy_requests.id = tests.id(48)), tests.id(53), 'a request is of a contact, too');
insert into auth.users (id, email) values (tests.id(60), 'Lila@pharma.example');
select is_empty($$ select from public.contacts where email ilike 'lila@%' $$, 'an account is none while anyone may have signed up with its address');
update public.profiles set address_proven_at = now() where id = tests.id(60);
select is((select user_id from public.contacts where email ilike 'lila@%'), tests.id(60), 'and is one once it is proven');

-- Erasing.
insert into made select 'om', company_id from public.contacts where email = 'om@gmail.com';
select is(private.data_of('OM@gmail.com') #>> '{contact,company}', 'Example Om', 'a copy has the contact');
select private.erase_address('om@gmail.com', false, 'x');
select is_empty($$ select from public.contacts where email = 'om@gmail.com' union all select from public.companies where name = 'Example Om' $$, 'which an erasure erases, with a company that has no one else');
select private.erase_address('asha@meridian.example', false, 'x');
select results_eq(
  $$ select email, name, phone, erased_at is not null, company_id from public.contacts where email like 'asha@%' $$,
  $$ values ('asha@meridian.example', null::text, null::text, true, null::uuid) $$, 'of an accepted quotation that the law keeps the address stays alone'
);
select is((select contact_id from public.leads where id = tests.id(18)), null, 'and an erased inquiry is no one''s');
select is(private.erase_address('asha@meridian.example', true, 'x') ->> 'kept', '1', 'it is found again by its contact');
select pg_temp.inquire('asha@meridian.example', 'Meridian', 'Asha Again');
select results_eq($$ select name, erased_at from public.contacts where email = 'asha@meridian.example' $$, $$ values ('Asha Again', null::timestamptz) $$, 'who writes again is a contact again');

-- Merging.
select tests.act_as('sales');
select set_config('tests.pharma', (select id::text from public.companies where name = 'Example Pharma'), true);
update public.companies set owner_id = tests.id(5), gstin = '29AAGCB7383J1Z4', domains = '{pharma.example,pharma-gifts.example}', note = 'Pays late' where name = 'Example Pharma';
insert into public.companies (id, name, domains, created_at) values (tests.id(70), 'EXAMPLE PHARMA Pvt. Ltd.', '{pharma.co.example}', now() + interval '1 hour');
select ok(
  exists (select from jsonb_array_elements(public.look_alikes()) as proposal where proposal #>> '{company,name}' = 'Example Pharma' and proposal #>> '{others,0,name}' = 'EXAMPLE PHARMA Pvt. Ltd.'),
  'two spellings of one name are proposed'
);
select ok(
  exists (select from jsonb_array_elements(public.look_alikes()) as proposal where proposal #>> '{company,name}' = 'Example Pharma' and proposal #>> '{people,0,email}' = 'gifts@gmail.com'),
  'and people of public mail hosts who wrote it'
);
select tests.act_as('owner');
create temporary table before as select (select jsonb_agg(company - 'version' - 'merged' order by company ->> 'id') from (select to_jsonb(companies) as company from public.companies) as rows) as companies, (select jsonb_agg(to_jsonb(contacts) order by id) from public.contacts) as contacts;
select tests.act_as('sales');
select lives_ok(format($$ select public.merge_companies(tests.id(70), array[%L]::uuid[]) $$, current_setting('tests.pharma')), 'sales merge them by a press');
select results_eq(
  $$ select gstin, domains, owner_id, merged_into from public.companies where id = tests.id(70) $$,
  $$ values ('29AAGCB7383J1Z4', '{pharma.co.example,pharma.example,pharma-gifts.example}'::text[], tests.id(5), null::uuid) $$, 'the other one has what it lacked'
);
select is((select count(*) from public.contacts where company_id = tests.id(70)), 3::bigint, 'and the people');
select throws_ok(format($$ select public.merge_companies(tests.id(53), array[%L]::uuid[]) $$, current_setting('tests.pharma')), 'PT409', null, 'a merged one is not merged again');
select public.merge_companies(tests.id(53), array[tests.id(70)]);
select throws_ok(format($$ select public.part_companies(array[%L]::uuid[]) $$, current_setting('tests.pharma')), 'PT409', null, 'the later merge is undone first');
select public.part_companies(array[tests.id(70)]);
select public.part_companies(array[current_setting('tests.pharma')::uuid]);
select tests.act_as('owner');
select is((select jsonb_agg(company - 'version' - 'merged' order by company ->> 'id') from (select to_jsonb(companies) as company from public.companies) as rows), (select companies from before), 'undone, all companies are as they were');
select is((select jsonb_agg(to_jsonb(contacts) order by id) from public.contacts), (select contacts from before), 'and all people');
select tests.act_as('sales');
insert into made select 'joined', public.join_company(array(select id from public.contacts where email like 'gifts@%'), null, 'Example Gifts');
select is((select count(*) from public.contacts join made on made.id = company_id where made.name = 'joined'), 4::bigint, 'people are made a new company''s');
select is((select domains from public.companies join made using (id) where made.name = 'joined'), '{}', 'which has no public domain');
select public.join_company(array(select id from public.contacts where email like 'gifts@%'));
select is((select count(*) from public.contacts where email like 'gifts@%' and company_id is null), 4::bigint, 'or of none again');
select tests.act_as('owner');
update public.companies set domains = '{agency.example}' where id = tests.id(54);
insert into public.contacts (email) values ('one@another.example');
select tests.act_as('sales');
select public.join_company(array(select id from public.contacts where email = 'one@another.example'), tests.id(54));
select is((select domains from public.companies where id = tests.id(54)), '{agency.example}', 'whoever works for a company at an agency does not bring the agency');
select tests.act_as('owner');
delete from public.contacts where email = 'one@another.example';
update public.companies set domains = '{}' where id = tests.id(54);

-- The list, the page, and what a new quotation takes.
select tests.act_as('sales');
update public.companies set next_on = '2026-01-01', terms = 'All in advance', gstin = '27AAPFU0939F1ZV', billing_address = '1 Example Road' where id = tests.id(53);
select results_eq(
  $$ select name, people, open_leads, open_quotations, won_paise from public.find_companies('meridian', '{"due": "yes"}') $$,
  $$ select 'Meridian', 3, 1, 0, 2000000::bigint $$, 'a company is found with its people, what is open and what it has bought'
);
select is(public.count_companies('asha@'), 1, 'also by its people');
select is((select array_agg(name) from public.find_companies('', '{}', 'won', false, null, null, 1)), '{Meridian}', 'the best customer is the first by what was won');
select results_eq(
  $$ select following.name from public.find_companies('', '{}', 'name', true, null, null, 1) as first
     cross join lateral public.find_companies('', '{}', 'name', true, first.sort_key, first.id, 1) as following $$,
  $$ select name from public.find_companies('', '{}', 'name', true) offset 1 limit 1 $$, 'the next page begins after the last row'
);
select results_eq(
  $$ select details #>> '{company,name}', details ->> 'gstin_kind', jsonb_array_length(details -> 'people'), details #>> '{bought,0,name}', details #> '{bought,0,quantity}'
     from public.company_details(tests.id(53)) as details $$,
  $$ values ('Meridian', 'taxpayer', 3, null::text, null::jsonb) $$, 'its page has its people and what they bought'
);
select throws_ok($$ select public.company_details(tests.id(99)) $$, 'PT404', null, 'an unknown one answers 404');
insert into made select 'draft', public.draft_quotation((select id from public.leads where contact_id = (select id from public.contacts where email = 'asha@meridian.example') limit 1));
select results_eq(
  $$ select content #>> '{buyer,gstin}', content #>> '{buyer,billing_address}', content ->> 'terms' from public.quotation_versions join made on made.id = quotation_id where made.name = 'draft' $$,
  $$ values ('27AAPFU0939F1ZV', '1 Example Road', 'All in advance') $$, 'a new quotation has the GSTIN, the address and the terms of its company'
);
select is((select count(*) from public.find_leads('', filters => jsonb_build_object('company', tests.id(53)))), 1::bigint, 'leads are found by their company');
select is(public.count_quotations('', jsonb_build_object('company', tests.id(53))), 2, 'and quotations, of which one is the law''s');

-- Handing over.
select tests.act_as('owner');
insert into auth.users (id, email) values (tests.id(80), 'successor@example.com');
update public.profiles set is_sales = true where id = tests.id(80);
create temporary table work as select id, (select id from public.leads where contact_id = quotation.contact_id limit 1) as lead from public.quotations as quotation join made using (id) where made.name = 'draft';
grant all on work to authenticated;
select tests.act_as('sales');
select set_config('tests.event', public.handle_lead((select lead from work), 'assigned', tests.id(80)::text)::text, true);
select results_eq($$ select owner_id, owner_email from public.quotations join work using (id) $$, $$ values (tests.id(80), 'successor@example.com') $$, 'a lead takes its open quotations along');
select public.handle_lead((select lead from work), 'undone', current_setting('tests.event'));
select results_eq($$ select owner_id, owner_email from public.quotations join work using (id) $$, $$ values (tests.id(5), 'sales@example.com') $$, 'and back, undone');
select is((select state from public.quotations where number = 'GW2627/9002') , 'accepted', 'what is settled stays');
select is(public.hand_over_work(companies => array[tests.id(53)]), '{"leads": 1, "quotations": 1, "companies": 1}', 'what is open of a company is counted');
select is(public.hand_over_work(companies => array[tests.id(53)], successor => tests.id(80)), '{"leads": 1, "quotations": 1, "companies": 1}', 'and goes to another person in one go');
select results_eq(
  $$ select owner_id, (select owner_id from public.quotations join work using (id)), (select assigned_to from public.lead_handling where lead_id = (select lead from work)) from public.companies where id = tests.id(53) $$,
  $$ values (tests.id(80), tests.id(80), tests.id(80)) $$, 'with its leads and quotations'
);
select throws_ok($$ select public.hand_over_work(tests.id(80)) $$, '42501', null, 'sales do not hand over the work of others');
select throws_ok($$ select public.hand_over_work(companies => array[tests.id(53)], successor => tests.id(1)) $$, '22023', null, 'nor to who is not of the staff');
select throws_ok($$ select public.save_absence('2999-01-01', tests.id(5)) $$, '22023', null, 'no one is their own deputy');
select throws_ok($$ select public.save_absence('2999-01-01', null) $$, '22023', null, 'who is away has one');
select tests.act_as('owner');
update public.quotations set owner_id = tests.id(5) where number = 'GW2627/9002';
select tests.act_as('sales');
select public.save_absence('2999-01-01', tests.id(80));
select is(public.my_account() ->> 'away_until', '2999-01-01', 'an absence is of the account');
select tests.act_as('owner');
select is((select array_agg(address) from public.quotations, private.seller_addresses(id) as address where number = 'GW2627/9002'), '{successor@example.com}', 'notices go to the deputy meanwhile');
update public.profiles set away_until = '2026-01-01' where id = tests.id(5);
select is((select array_agg(address) from public.quotations, private.seller_addresses(id) as address where number = 'GW2627/9002'), '{sales@example.com}', 'until the absence is over');
select tests.act_as('administrator');
select is(public.hand_over_work(tests.id(80)), '{"leads": 1, "quotations": 1, "companies": 1}', 'administrators see what is open of a person');
select public.set_role(tests.id(80), null, tests.id(5));
select results_eq(
  $$ select owner_id, (select owner_id from public.quotations join work using (id)), (select assigned_to from public.lead_handling where lead_id = (select lead from work)) from public.companies where id = tests.id(53) $$,
  $$ values (tests.id(5), tests.id(5), tests.id(5)) $$, 'who is revoked hands all of it over'
);
select tests.act_as('owner');
savepoint revoked;
select private.hand_over(tests.id(5), null);
select results_eq(
  $$ select owner_id, owner_email, (select owner_id from public.companies where id = tests.id(53)) from public.quotations join work using (id) $$,
  $$ values (null::uuid, 'sales@example.com', null::uuid) $$, 'to no one, too, where the lists of what has no owner show it'
);
rollback to revoked;

-- A copy reads no e-mails of other people.
select tests.act_as('owner');
alter table public.outbox disable trigger user;
insert into public.outbox (kind, recipient) select 'test', 'person' || number || '@many.example' from generate_series(1, 20000) as number;
analyze public.outbox;
create temporary table scans as select pg_stat_get_xact_numscans('public.outbox'::regclass) as before;
select private.data_of('mira@mail.pharma.example');
select is(pg_stat_get_xact_numscans('public.outbox'::regclass), (select before from scans), 'a copy finds the e-mails of a person by index');

select * from finish();
rollback;
