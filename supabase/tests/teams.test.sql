-- Colleagues who share: who is a member, what a member reads, and that nobody else does (product.md, section 2, Your company).
begin;
select no_plan();
select tests.set_up();

-- Asha and Ravi are of Acme, Noor of another company, Om of a public mail host.
create temporary table people (name text primary key, id uuid, email text);
insert into people values
  ('asha', tests.id(301), 'Asha@acme.example'), ('ravi', tests.id(302), 'ravi@mail.acme.example'),
  ('noor', tests.id(303), 'noor@nova.example'), ('om', tests.id(304), 'om@gmail.com');
insert into auth.users (id, email, email_confirmed_at) select id, email, now() from people;
grant select on people to authenticated;
create function pg_temp.act_as(name text) returns void language plpgsql as $$
declare
  account constant uuid := (select id from people where people.name = act_as.name);
begin
  perform tests.act_as('customer');
  perform set_config('request.jwt.claim.sub', account::text, true), set_config('request.jwt.claims', json_build_object('sub', account, 'role', 'authenticated', 'aal', 'aal1')::text, true);
end
$$;
-- Gives the answer, or the code that refuses; back to the owner.
create function pg_temp.ask(name text, question text) returns text language plpgsql as $$
declare
  answer text;
begin
  if name is null then perform tests.act_as('anonymous'); else perform pg_temp.act_as(name); end if;
  execute 'select ' || question into answer;
  perform tests.act_as('owner');
  return coalesce(answer, '');
exception when others then
  perform tests.act_as('owner');
  return sqlstate;
end
$$;
create function pg_temp.senders(name text) returns text language sql as $$
  select pg_temp.ask(name, $q$ string_agg(coalesce(mine ->> 'sent_by', 'me') || ' ' || (mine ->> 'reference'), ', ' order by mine ->> 'sent_by' nulls last) from json_array_elements(public.my_inquiries()) as mine $q$)
$$;
create function pg_temp.reference(lead uuid) returns text language sql as $$ select reference from public.leads where id = lead $$;

-- Becoming a member
select is(pg_temp.ask('asha', $$ public.my_company() $$)::jsonb, '{"domain": null, "is_asked": false, "since": null}', 'an address that is not proven has no colleagues');
select is(pg_temp.ask('asha', 'public.share_with_colleagues(true)'), '22023', 'and shares with none');
update public.profiles set address_proven_at = now() where id in (select id from people);
select is(pg_temp.ask('asha', $$ public.my_company() $$)::jsonb, '{"domain": "acme.example", "is_asked": false, "since": null}', 'a proven one is asked, and reads nothing of who shares');
select is(pg_temp.ask('om', $$ public.my_company() $$)::jsonb, '{"domain": null, "is_asked": false, "since": null}', 'a public mail host makes no team');
select is(pg_temp.ask('om', 'public.share_with_colleagues(true)'), '22023', 'whatever its client asks');
select is(pg_temp.ask('om', 'public.share_with_colleagues(false)'), '', 'and leaving nothing is no fault');
select is(pg_temp.ask('ravi', 'public.share_with_colleagues(false)'), '', 'who does not share has answered');
select is(pg_temp.ask('ravi', $$ public.my_company() ->> 'is_asked' $$), 'true', 'and is not asked again');
select is(pg_temp.ask(name, 'public.share_with_colleagues(true)'), '', format('%s shares', name)) from unnest(array['asha', 'ravi', 'noor', 'asha']) as name;
select is(
  pg_temp.ask('ravi', $$ string_agg(member ->> 'email', ', ' order by member ->> 'email') from jsonb_array_elements(public.my_company() -> 'members') as member $$),
  'Asha@acme.example, ravi@mail.acme.example', 'colleagues of a subdomain, too, see who shares'
);
select is(pg_temp.ask('noor', $$ jsonb_array_length(public.my_company() -> 'members') $$), '1', 'another company has its own members');

-- What is sent
create function pg_temp.send(name text, product text, shares boolean) returns uuid language plpgsql as $$
declare
  given text;
begin
  perform pg_temp.act_as(name);
  given := public.send_inquiry(initcap(name), 'Acme', name || '@typed.example', '1', jsonb_build_array(jsonb_build_object('name', product)), 'For the board', shares => shares, marketing_consent => true);
  perform tests.act_as('owner');
  return (select id from public.leads where reference = given and message = 'For the board' and product = any (selected_products));
end
$$;
create temporary table sent (name text primary key, id uuid);
insert into sent values ('shared', pg_temp.send('asha', 'Copper bottle', true)), ('alone', pg_temp.send('asha', 'Desk lamp', false)), ('nova', pg_temp.send('noor', 'Copper bottle', true));
insert into sent select 'visitor', tests.id(18);
grant select on sent to authenticated, anon;
create function pg_temp.at(wanted text) returns text language sql as $$ select pg_temp.reference(id) from sent where name = wanted $$;
select is(pg_temp.ask('om', format('public.send_inquiry(%L, %L, %L, %L, %L, shares => true) is not null', 'Om', 'Acme', 'om@acme.example', '1', '[{"name": "Pen"}]')), 'true', 'who is no member sends it alone, whatever address is typed');
select is((select count(*) from private.shared_inquiries), 2::bigint, 'and shares it with none');
select is(pg_temp.senders('ravi'), 'Asha ' || pg_temp.at('shared'), 'a member reads what colleagues share, with who sent it, and not what they sent alone');
select is(pg_temp.senders('noor'), 'me ' || pg_temp.at('nova'), 'a colleague of another company reads nothing of it');
select is(pg_temp.ask('ravi', format('public.open_inquiry(%L) ->> %L', pg_temp.at('shared'), 'sent_by')), 'Asha', 'a member opens it by its reference');
select is(pg_temp.ask('ravi', format('public.open_inquiry(%L) ->> %L', pg_temp.at('shared'), 'marketing_consent')), 'false', 'without what its sender agreed to');
select is(pg_temp.ask(name, format('public.open_inquiry(%L)', pg_temp.at(what))), 'PT404', format('%s opens nothing of %s', coalesce(name, 'a visitor'), what))
from (values ('ravi', 'alone'), ('noor', 'shared'), ('noor', 'alone'), ('om', 'shared'), (null, 'shared'), ('asha', 'nova')) as cases (name, what);
select is(pg_temp.ask('ravi', format('public.%s(%L%s)', called, pg_temp.at('shared'), more)), 'PT404', format('a member does not %s', called))
from (values ('withdraw_inquiry', ''), ('add_to_inquiry', ', ''[{"name": "Pen"}]'''), ('delete_inquiry_details', ''), ('inquiry_data', ''), ('take_back_consent', '')) as cases (called, more);
select is(pg_temp.ask(name, format('public.share_inquiry(%L, %L)', pg_temp.at(what), shares)), answer, format('%s, %s: sharing %s', name, what, shares))
from (values
  ('ravi', 'shared', false, '42501'), ('noor', 'shared', true, '42501'), ('om', 'visitor', true, '42501'), ('asha', 'alone', true, ''), ('asha', 'alone', false, ''), ('asha', 'shared', false, ''), ('asha', 'shared', true, '')
) as cases (name, what, shares, answer);
select is(pg_temp.ask('asha', format('public.open_inquiry(%L) ->> %L', pg_temp.at(what), 'is_shared')), is_shared, 'its sender reads whether it is shared') from (values ('shared', 'true'), ('alone', 'false')) as cases (what, is_shared);
select is(pg_temp.ask('ravi', $$ count(*) from public.leads $$), '0', 'the rows themselves stay closed');

-- Quotations
update public.quotations set lead_id = (select id from sent where name = 'shared') where id in (tests.id(40), tests.id(42));
select is(pg_temp.ask(name, $$ string_agg(concat_ws(' ', quotation ->> 'number', quotation ->> 'sent_by'), ', ') from json_array_elements(public.my_quotations()) as quotation $$), list, format('%s reads %s', name, coalesce(nullif(list, ''), 'no quotation')))
from (values ('asha', 'GW2627/9001'), ('ravi', 'GW2627/9001 Asha'), ('noor', ''), ('om', '')) as cases (name, list);
select is(pg_temp.ask('noor', $$ public.open_my_quotation('GW2627/9001') $$), '', 'another company gets no link, as of a number that is none');
create temporary table link as select pg_temp.ask('ravi', $$ public.open_my_quotation('GW2627/9001') $$) as token;
grant select on link to anon, authenticated;
create function pg_temp.by_link(called text, more text default '') returns text language sql as $$
  select pg_temp.ask(null, format('public.%s(%L%s)', called, (select token from link), more))
$$;
select results_eq(
  $$ select opened ->> 'purpose', opened ->> 'approvals', opened ? 'purchase_orders', opened #>> '{figures,total}' from (select pg_temp.by_link('open_quotation')::jsonb) as page (opened) $$,
  $$ values ('colleague', '[]', false, '2000000') $$, 'a member reads it by a link, without approvals and files'
);
select is(pg_temp.by_link(called, more), '42501', format('and does not %s', called)) from (values
  ('accept_quotation', ', ''{}'', 1, ''R'', ''B'''), ('decline_quotation', ', ''price'''), ('ask_for_change', ', ''x'''), ('comment_on_quotation', ', ''x'''),
  ('ask_colleague', ', ''a@acme.example'''), ('send_acceptance_code', ''), ('save_buyer_details', ''), ('attach_purchase_order', ', ''a'', ''JVBERi0='''),
  ('purchase_order_file', null), ('decide_approval', ', true, ''R'', null, null, 1')
) as cases (called, more) where more is not null;
select isnt(pg_temp.by_link('order_again'), '42501', 'but orders it again');
select is(pg_temp.by_link('see_quotation'), '', 'and is not counted as the buyer');
select is((select count(*) from public.quotation_events where kind = 'seen'), 0::bigint, 'in any count');

-- Details of the company
select is(pg_temp.ask('asha', $$ public.save_company_details('27 aapfu0939f1zv', ' 1 Example Road ') $$), '', 'a member saves what the company proposes');
select is(pg_temp.ask('asha', $$ public.save_company_details('27AAPFU0939F1ZX', null) $$), '22023', 'but no wrong GSTIN');
select is(pg_temp.ask('ravi', $$ concat_ws(', ', company ->> 'gstin', company ->> 'billing_address') from public.my_company() as company $$), '27AAPFU0939F1ZV, 1 Example Road', 'colleagues are proposed it');
select is(pg_temp.ask('noor', $$ concat_ws(', ', company ->> 'gstin', company ->> 'billing_address') from public.my_company() as company $$), '', 'another company is not');
select is(pg_temp.ask('om', $$ public.save_company_details(null, null) $$), '42501', 'and who is no member saves none');

-- Baskets
create function pg_temp.baskets(name text) returns text language sql as $$
  select pg_temp.ask(name, $q$ string_agg(concat_ws(' ', basket ->> 'shared_by', basket ->> 'products', case when (basket ->> 'is_own')::boolean then 'own' end), ', ' order by basket ->> 'products') from jsonb_array_elements(public.my_company() -> 'baskets') as basket $q$)
$$;
select is(pg_temp.ask(name, format('public.share_basket(%L, %s)', basket, products)), answer, format('%s: sharing %s', coalesce(name, 'a visitor'), left(basket, 9)))
from (values
  ('asha', 'first-basket', 3, ''), ('asha', 'second_basket', 5, ''), ('asha', 'first-basket', 3, ''), ('noor', 'of-nova', 7, ''), ('om', 'of-om', 1, '42501'), (null, 'of-none', 1, '42501'),
  ('asha', '"><script>', 1, '23514'), ('asha', '', 1, '23514'), ('asha', repeat('a', 100001), 1, '23514'), ('asha', 'none', 0, '23514'), ('asha', 'many', 1001, '23514')
) as cases (name, basket, products, answer);
select is(pg_temp.baskets(name), list, format('%s sees %s', name, coalesce(nullif(list, ''), 'no basket')))
from (values ('asha', 'Asha@acme.example 3 own, Asha@acme.example 5 own'), ('ravi', 'Asha@acme.example 3, Asha@acme.example 5'), ('noor', 'noor@nova.example 7 own'), ('om', '')) as cases (name, list);
create temporary table basket as select id, products from private.shared_baskets;
grant select on basket to anon, authenticated;
create function pg_temp.with_basket(name text, called text, wanted integer) returns text language sql as $$
  select pg_temp.ask(name, format('public.%s((select id from basket where products = %s))', called, wanted))
$$;
select is(pg_temp.with_basket('ravi', 'open_shared_basket', 3), 'first-basket', 'a colleague opens it');
select is(pg_temp.with_basket(name, 'open_shared_basket', wanted), answer, format('%s does not open %s', coalesce(name, 'a visitor'), wanted))
from (values ('noor', 3, ''), ('om', 3, ''), ('asha', 7, ''), ('asha', 99, ''), (null, 3, '42501')) as cases (name, wanted, answer);
select is(pg_temp.with_basket(name, 'end_shared_basket', 5), '', format('%s ends nothing', name)) from unnest(array['ravi', 'noor']) as name;
select is((select count(*) from private.shared_baskets where products = 5), 1::bigint, 'of another person');
select is(pg_temp.with_basket('asha', 'end_shared_basket', 5), '', 'who has shared it ends it');
select is(pg_temp.baskets('ravi'), 'Asha@acme.example 3', 'and then it is not listed');
select is(pg_temp.with_basket('ravi', 'open_shared_basket', 5), '', 'nor opened');
update private.shared_baskets set created_at = now() - interval '61 days' where products = 3;
select is(pg_temp.baskets('ravi') || pg_temp.with_basket('ravi', 'open_shared_basket', 3), '', 'nor is one after 60 days');
select is(pg_temp.ask('asha', format('public.share_basket(%L, 3)', 'first-basket')), '', 'unless it is shared again');
select is(pg_temp.baskets('ravi'), 'Asha@acme.example 3', 'as the one that it is');
insert into private.shared_baskets (user_id, domain, basket, products) select tests.id(303), 'nova.example', 'more-' || number, 1 from generate_series(1, 19) as number;
select is(pg_temp.ask('noor', $$ public.share_basket('too-many', 1) $$), '22023', 'an account shares at most 20');
select is(pg_temp.ask('noor', $$ public.share_basket('more-1', 1) $$), '', 'of which one may be shared again');
update private.shared_baskets set created_at = now() - interval '61 days' where basket like 'more-%';
select private.purge_expired();
select is((select string_agg(basket, ', ' order by basket) from private.shared_baskets), 'first-basket, of-nova', 'what is older is deleted');

-- Delivery places are a person's own.
create function pg_temp.places(name text) returns text language sql as $$
  select pg_temp.ask(name, $q$ string_agg(concat_ws(', ', place ->> 'title', place ->> 'recipient', place ->> 'address', place ->> 'pin_code'), '; ' order by position) from jsonb_array_elements(public.my_company() -> 'delivery_places') with ordinality as listed (place, position) $q$)
$$;
select is(pg_temp.ask(name, format('public.save_delivery_places(%L)', places)), answer, format('%s: %s', coalesce(name, 'a visitor'), why))
from (values
  ('asha', '[{"title": "Office", "recipient": " Asha Rao ", "address": "1 Ring Road", "city": "Bengaluru", "pin_code": "560 001"}, {"recipient": "Ravi", "address": "2 Ring Road"}]', '', 'two places'),
  ('om', '[{"recipient": "Om", "address": "3 Ring Road"}]', '', 'a place, also of who has no colleagues'),
  (null, '[]', '42501', 'none'), ('asha', '[{"recipient": "Asha"}]', '22023', 'no address'), ('asha', '[{"address": "1 Ring Road"}]', '22023', 'no recipient'),
  ('asha', '[{"recipient": "A", "address": "1", "pin_code": "12"}]', '22023', 'a wrong PIN code'), ('asha', '{}', '22023', 'no list'),
  ('asha', (select jsonb_agg('{"recipient": "A", "address": "1"}'::jsonb) from generate_series(1, 21))::text, '22023', 'more than 20')
) as cases (name, places, answer, why);
select is(pg_temp.places(name), list, format('%s reads %s', name, coalesce(nullif(list, ''), 'no place')))
from (values ('asha', 'Office, Asha Rao, 1 Ring Road, 560001; Ravi, 2 Ring Road'), ('ravi', ''), ('noor', ''), ('om', 'Om, 3 Ring Road')) as cases (name, list);
select is(pg_temp.ask('om', $$ public.save_delivery_places('[]') $$) || pg_temp.places('om'), '', 'and removes them');

-- What staff keep of companies gives no rights.
insert into public.companies (id, name, domains) values (tests.id(310), 'Acme', '{acme.example,nova.example,gmail.com}');
update public.contacts set company_id = tests.id(310) where user_id in (tests.id(301), tests.id(303), tests.id(304));
select is(pg_temp.senders('noor'), 'me ' || pg_temp.at('nova'), 'a merge of companies shows nothing to another domain');
select is(pg_temp.ask('om', 'public.share_with_colleagues(true)'), '22023', 'nor to a public one');

-- Staff add people of other domains by hand.
create function pg_temp.add(name text, domain text) returns text language plpgsql as $$
begin
  perform tests.act_as('sales');
  perform public.add_to_team((select contacts.id from public.contacts join people on user_id = people.id where people.name = add.name), domain);
  perform tests.act_as('owner');
  return '';
exception when others then
  perform tests.act_as('owner');
  return sqlstate;
end
$$;
select is(pg_temp.add('om', domain), '22023', format('no one is added to %s, where no one shares', domain)) from unnest(array['gmail.com', 'none.example']) as domain;
select is(pg_temp.add('om', 'acme.example'), '', 'sales add a person of another domain by hand');
select is(pg_temp.senders('om'), 'Asha ' || pg_temp.at('shared') || ', me ' || pg_temp.reference((select id from public.leads where sender_id = tests.id(304))), 'who reads what is shared there');
select tests.act_as('sales');
select results_eq(
  $$ select person ->> 'email', person ->> 'shares_at', person ->> 'is_added', person ->> 'can_share' from public.company_details(tests.id(310)) as details
     cross join jsonb_array_elements(details -> 'people') as person where person ->> 'email' in ('om@gmail.com', 'Asha@acme.example') order by 1 $$,
  $$ values ('Asha@acme.example', 'acme.example', 'false', 'true'), ('om@gmail.com', 'acme.example', 'true', 'true') $$, 'the page of a company has who shares'
);
select tests.act_as('owner');
select is(pg_temp.add('om', null), '', 'and end it');
select is(pg_temp.senders('om'), 'me ' || pg_temp.reference((select id from public.leads where sender_id = tests.id(304))), 'which ends what is read');
select is(pg_temp.add('asha', null), '', 'but end nothing that a person has answered');
select is(pg_temp.ask('asha', $$ public.my_company() ->> 'since' is not null $$), 'true', 'of their own');

-- The copy and the erasure
select is(private.data_of('asha@acme.example') #>> '{accounts,0,shares_with_colleagues,domain}', 'acme.example', 'the copy of a person has with whom they share');
select is((select count(*) from jsonb_array_elements(private.data_of('asha@acme.example') -> 'leads') as lead where lead ->> 'shared_with' = 'acme.example'), 1::bigint, 'and what');
select is(private.data_of('asha@acme.example') #>> '{accounts,0,shared_baskets,0,basket}', 'first-basket', 'baskets, too');
select is(private.data_of('asha@acme.example') #>> '{accounts,0,delivery_places,0,city}', 'Bengaluru', 'and delivery places');

-- Losing it
select is(pg_temp.ask('ravi', 'public.share_with_colleagues(false)'), '', 'a member leaves');
select is(pg_temp.senders('ravi') || pg_temp.baskets('ravi') || pg_temp.with_basket('ravi', 'open_shared_basket', 3), '', 'a leaver sees nothing more');
select is(pg_temp.by_link('open_quotation'), 'PT404', 'also by the link that is open');
select is(pg_temp.ask('ravi', $$ public.my_company() $$)::jsonb, '{"domain": "acme.example", "is_asked": true, "since": null}', 'nor who shares');
select is(pg_temp.ask('ravi', 'public.share_with_colleagues(true)'), '', 'and may come back');
select isnt(pg_temp.by_link('open_quotation'), 'PT404', 'to what is shared');
update public.profiles set address_proven_at = null where id = tests.id(302);
select is(pg_temp.senders('ravi') || pg_temp.with_basket('ravi', 'open_shared_basket', 3), '', 'an address that loses its proof loses the team');
update public.profiles set address_proven_at = now() where id = tests.id(302);
update auth.users set email = 'ravi@nova.example' where id = tests.id(302);
select is(pg_temp.senders('ravi'), '', 'and so does one that changes');
select is(pg_temp.ask('ravi', $$ public.my_company() $$)::jsonb, '{"domain": "nova.example", "is_asked": false, "since": null}', 'which is asked anew');
update auth.users set email = 'ravi@mail.acme.example' where id = tests.id(302);
update public.profiles set address_proven_at = now() where id = tests.id(302);
select is(pg_temp.ask('ravi', 'public.share_with_colleagues(true)'), '', 'Ravi shares');
select is(pg_temp.ask('asha', 'public.share_with_colleagues(false)'), '', 'Asha leaves');
select is(pg_temp.senders('ravi'), 'Asha ' || pg_temp.at('shared'), 'what a leaver has shared stays with the team');
select is(pg_temp.baskets('ravi'), '3', 'a basket, too, without the address, which may be another one by now');
select private.erase_address('asha@acme.example', false, 'x');
select is(pg_temp.senders('ravi') || pg_temp.baskets('ravi'), '', 'until its sender is erased');
select is_empty('select from private.delivery_places', 'with the delivery places');
select is_empty($$ select from private.team_members where user_id = tests.id(301) $$, 'with the membership');
select private.erase_address('ravi@mail.acme.example', false, 'x');
select is_empty($$ select from private.teams where domain = 'acme.example' $$, 'and with the last member what the company proposes');

select * from finish();
rollback;
