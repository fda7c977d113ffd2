-- The buyer's side of a quotation: what each link opens and may do, decisions, codes and e-mails (product.md, section 2, Quotations).
begin;
select no_plan();
select tests.set_up();
update public.site_settings set contact_email = 'hello@meridian.example';

-- A quotation of two bottles to choose from, a pen with two quantities, and freight; tokens are repeated digits.
create function pg_temp.token(digit text) returns text language sql as $$ select repeat(digit, 32) $$;
create function pg_temp.content(price integer default 10000) returns jsonb language sql as $$
  select jsonb_build_object(
    'buyer', '{"name": "Vikram Iyer", "company": "Nova", "email": "vikram@nova.example", "phone": "1", "delivery_state": "29", "place": null, "place_reason": "Told by telephone"}'::jsonb,
    'message', 'As discussed', 'terms', '30 days', 'discount', null,
    'lines', jsonb_build_array(
      jsonb_build_object('id', tests.id(201), 'product_id', tests.id(15), 'image_url', 'https://example.com/teal.png', 'name', 'Copper bottle', 'option', 'Bottle', 'gst_rate', 1800, 'is_charge', false, 'quantities', jsonb_build_array(jsonb_build_object('quantity', 100, 'price_paise', price))),
      jsonb_build_object('id', tests.id(202), 'product_id', null, 'name', 'Steel bottle', 'option', 'Bottle', 'gst_rate', 1800, 'is_charge', false, 'quantities', '[{"quantity": 100, "price_paise": 20000}]'::jsonb),
      jsonb_build_object('id', tests.id(203), 'product_id', null, 'image_url', null, 'name', 'Pen', 'option', null, 'gst_rate', 500, 'is_charge', false, 'quantities', '[{"quantity": 100, "price_paise": 1000}, {"quantity": 500, "price_paise": 900}]'::jsonb)
    )
  )
$$;
create function pg_temp.send(id integer, revision integer, digit text, price integer default 10000) returns void language plpgsql as $$
declare
  seller constant jsonb := '{"legal_name": "Meridian Gifts", "gstin": "27AAPFU0939F1ZV", "state": "27", "rounds_off": true, "discount_limit": 5, "credit_note": "Ask your accountant"}';
  content constant jsonb := pg_temp.content(price);
begin
  insert into public.quotation_versions (id, quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
  values (tests.id(id * 10 + revision), tests.id(id), revision, content, private.day_in_india(now()), now(), jsonb_build_object(
    'seller', seller, 'place', private.place_of_supply(seller, content -> 'buyer'), 'choice', '{}'::jsonb,
    'figures', private.chosen_figures(content, '{}', seller)
  ), repeat('a', 64));
  insert into public.quotation_links (quotation_id, version_id, purpose, hash) values (tests.id(id), tests.id(id * 10 + revision), 'buyer', private.link_hash(pg_temp.token(digit)));
end
$$;
create function pg_temp.quote(id integer, digit text) returns void language plpgsql as $$
begin
  insert into public.quotations (id, number, state, owner_id, owner_email)
  values (tests.id(id), 'GW2526/' || lpad(id::text, 4, '0'), 'sent', tests.id(5), 'sales@example.com');
  perform pg_temp.send(id, 1, digit);
end
$$;
-- Calls as an actor, and gives the answer, or the code and the sentence that refuses; back to the owner.
create function pg_temp.call(statement text, actor text default 'anonymous') returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(actor);
  execute 'select ' || statement into answer;
  perform tests.act_as('owner');
  return coalesce(answer, '');
exception when others then
  return sqlstate || ' ' || sqlerrm;
end
$$;
create function pg_temp.open(digit text) returns jsonb language sql as $$ select pg_temp.call(format('public.open_quotation(%L)', pg_temp.token(digit)))::jsonb $$;
create function pg_temp.first_choice() returns text language sql as $$
  select format('{"quantities": {"%s": 0}, "options": {"Bottle": "%s"}}', tests.id(203), tests.id(201))
$$;
create function pg_temp.accept(digit text, choice text default pg_temp.first_choice(), total numeric default null, name text default 'Vikram Iyer', code text default null) returns text language sql as $$
  select pg_temp.call(format(
    'public.accept_quotation(%L, %L, %s, %L, %L, %L, %L)', pg_temp.token(digit), choice, coalesce(total, 1285000), name, 'Buyer', 'PO-7', code
  ))
$$;

-- Opening
select pg_temp.quote(50, 'b');
create temporary table before as select (select count(*) from public.quotation_events) as events, (select count(*) from public.outbox) as mails;
select pg_temp.open('b') from generate_series(1, 50);
select is((select count(*) from public.quotation_events) + (select count(*) from public.outbox), (select events + mails from before), 'fifty openings by scanners change nothing');
select is(pg_temp.open('b') - array['lines', 'figures', 'place', 'sent_at', 'valid_until', 'site', 'sha256'], '{
  "number": "GW2526/0050", "revision": 1, "state": "sent", "purpose": "buyer", "message": "As discussed", "terms": "30 days", "discount": null,
  "buyer": {"name": "Vikram Iyer", "company": "Nova", "email": "vikram@nova.example", "phone": "1", "delivery_state": "29", "place": null},
  "seller": {"legal_name": "Meridian Gifts", "gstin": "27AAPFU0939F1ZV", "state": "27"}, "rounds_off": true, "accepted": null, "comments": [], "approvals": [],
  "needs_code": false, "credit_note": "Ask your accountant", "before": null, "details": null, "purchase_orders": [], "artworks": [], "samples": []
}', 'a link shows what was sent, and no rules of the seller');
select is(pg_temp.open('b') #>> '{figures,total}', '1285000', 'with the figures of what is selected first');
select is(pg_temp.open('b') #>> '{lines,1,name}', 'Steel bottle', 'and all lines');
update public.products set image_url = 'https://example.com/other.png' where id = tests.id(15);
select is(pg_temp.open('b') #>> '{lines,0,image_url}', 'https://example.com/teal.png', 'a line has the picture that was sent, whatever its product has now');
select is(private.mailed_quotation(tests.id(501), null) #>> '{content,lines,0,name}', 'Copper bottle', 'and an e-mail reads the same version');
select is(pg_temp.call(format('public.open_quotation(%L)', token)), 'PT404 This link does not open a quotation. It may have ended or been cut off.', format('%s opens nothing', coalesce(token, 'no token')))
from unnest(array[pg_temp.token('c'), '', null, 'short', private.link_hash(pg_temp.token('b'))]) as token;

-- Choosing
create function pg_temp.price(choice text, digit text default 'b') returns text language sql as $$
  select coalesce(priced::jsonb ->> 'total', priced) from pg_temp.call(format('public.price_quotation(%L, %L)', pg_temp.token(digit), choice)) as priced where priced like '{%'
  union all select left(priced, 5) from pg_temp.call(format('public.price_quotation(%L, %L)', pg_temp.token(digit), choice)) as priced where priced not like '{%'
$$;
select is(pg_temp.price(choice), total, format('%s costs %s', choice, total)) from (values
  ('{}', '1285000'),
  (format('{"options": {"Bottle": "%s"}}', tests.id(202)), '2465000'),
  (format('{"quantities": {"%s": 1}}', tests.id(203)), '1652500'),
  (format('{"quantities": {"%s": 1}, "options": {"Bottle": "%s"}}', tests.id(203), tests.id(202)), '2832500'),
  ('null', '1285000')
) as cases (choice, total);
select is(pg_temp.price(choice), '22023', format('%s is refused', choice)) from unnest(array[
  '[]', '"a"', '1', '{"quantities": []}', '{"options": 1}', '{"quantity": {}}', format('{"quantities": {"%s": -1}}', tests.id(203)),
  format('{"quantities": {"%s": 2}}', tests.id(203)), format('{"quantities": {"%s": 1.0}}', tests.id(203)), format('{"quantities": {"%s": "1"}}', tests.id(203)),
  format('{"quantities": {"%s": null}}', tests.id(203)), format('{"quantities": {"%s": 0}}', tests.id(209)), '{"quantities": {"x": 0}}',
  format('{"options": {"Bottle": "%s"}}', tests.id(203)), format('{"options": {"Pen": "%s"}}', tests.id(201)), format('{"options": {"Bottle": "%s"}}', tests.id(209)), '{"options": {"Bottle": null}}'
]) as choice;

-- Ordering again
create function pg_temp.again(choice text, digit text default 'b') returns text language sql as $$
  select pg_temp.call(format(
    'string_agg(concat_ws('' '', line ->> ''quantity'', line ->> ''name'', ''of'', line #>> ''{product,name}''), '', '') from json_array_elements(public.order_again(%L, %L)) as line', pg_temp.token(digit), choice
  ))
$$;
select is(pg_temp.again(choice), lines, format('%s is ordered again', choice)) from (values
  (null, '100 Copper bottle of Copper bottle, 100 Pen of'),
  (format('{"quantities": {"%s": 1}, "options": {"Bottle": "%s"}}', tests.id(203), tests.id(202)), '100 Steel bottle of, 500 Pen of')
) as cases (choice, lines);
update public.products set is_sample = false where id = tests.id(15);
select is(pg_temp.again(null), '100 Copper bottle of, 100 Pen of', 'without a product that has left the catalogue');
update public.products set is_sample = true where id = tests.id(15);
select is(left(pg_temp.again(null, 'c'), 5), 'PT404', 'by a link of this quotation alone');

-- Seeing
select pg_temp.call(format('public.see_quotation(%L)', pg_temp.token('b')), 'sales');
select is((select count(*) from public.quotation_events where quotation_id = tests.id(50) and kind = 'seen'), 0::bigint, 'that staff look counts nothing');
select pg_temp.call(format('public.see_quotation(%L)', pg_temp.token('b'))) from generate_series(1, 3);
select is((select count(*) from public.quotation_events where quotation_id = tests.id(50) and kind = 'seen'), 1::bigint, 'a buyer is counted once a day');

-- Commenting
select is(pg_temp.call(format('public.comment_on_quotation(%L, %L, %L)', pg_temp.token('b'), ' In blue? ', tests.id(203))), '', 'a buyer comments on a line') from generate_series(1, 2);
insert into public.quotation_events (quotation_id, version_id, kind, actor_id, actor_name, value)
values (tests.id(50), tests.id(501), 'comment', tests.id(5), 'sales@example.com', '{"text": "Yes"}');
select is(
  (select jsonb_agg(comment - 'at') from jsonb_array_elements(pg_temp.open('b') -> 'comments') as comment),
  jsonb_build_array(
    jsonb_build_object('by', 'buyer', 'name', 'Vikram Iyer', 'text', 'In blue?', 'line', tests.id(203)),
    '{"by": "seller", "name": "Meridian Gifts", "text": "Yes", "line": null}'::jsonb
  ), 'once, and reads the answer, which is in the name of the site'
);
select is(left(pg_temp.call(format('public.comment_on_quotation(%L, %L, %L)', pg_temp.token('b'), "text", line)), 5), '22023', format('no comment "%s" on %s', left("text", 9), line))
from (values ('', null), (null, null), (repeat('a', 5001), null), ('In blue?', tests.id(209))) as cases ("text", line);
select results_eq(
  $$ select recipient from public.outbox where kind = 'quotation_notice' $$, $$ values ('sales@example.com') $$, 'the quotation''s owner gets one e-mail'
);
select pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.token('b'), 'Again ' || n)) from generate_series(2, 100) as n;
select is(left(pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.token('b'), 'Again 101')), 5), 'PT429', 'the hundred and first comment of a day is refused');

delete from public.outbox where kind = 'quotation_notice';

-- Approving
select pg_temp.quote(51, 'd');
select is(pg_temp.call(format('public.ask_colleague(%L, %L, %L)', pg_temp.token('d'), email, 'Ravi')), '22023 ' || refusal, format('%s is not asked', email))
from (values
  ('Vikram+me@NOVA.example', 'This is your own address: enter a colleague''s.'), ('ravi', 'Write the colleague''s address like name@company.com'),
  ('', 'The colleague''s e-mail address is missing')
) as cases (email, refusal);
select is(pg_temp.call(format('public.ask_colleague(%L, %L, %L, %L)', pg_temp.token('d'), 'ravi@nova.example', 'Ravi', pg_temp.first_choice())), '', 'a colleague is asked') from generate_series(1, 2);
select is((select count(*) from public.outbox where kind = 'approval' and recipient = 'ravi@nova.example'), 1::bigint, 'and gets one e-mail');
create temporary table claimed as select mail from jsonb_array_elements(public.claim_mails(100)) as mail;
create function pg_temp.approver() returns text language sql as $$ select mail ->> 'token' from claimed where mail ->> 'kind' = 'approval' $$;
select is(pg_temp.call(format('public.open_quotation(%L)', pg_temp.approver()))::jsonb -> 'purpose', '"approval"', 'with a link of its own');
select is(
  (select jsonb_agg(approval - array['at', 'choice', 'chosen', 'total_paise']) from jsonb_array_elements(pg_temp.open('d') -> 'approvals') as approval),
  '[{"email": "r…@nova.example", "name": "Ravi", "state": "asked", "note": null}]', 'the buyer sees who was asked'
);
select is(left(pg_temp.call(replace(statement, 'TOKEN', quote_literal(pg_temp.approver()))), 5), '42501', statement || ' is not for a colleague''s link')
from unnest(array[
  'public.accept_quotation(TOKEN, ''{}'', 1285000, ''A'', ''B'')', 'public.decline_quotation(TOKEN, ''price'')', 'public.ask_for_change(TOKEN, ''A'')',
  'public.ask_colleague(TOKEN, ''other@nova.example'')', 'public.send_acceptance_code(TOKEN)'
]) as statement;
select is(left(pg_temp.call(format('public.decide_approval(%L, true, %L)', pg_temp.token('d'), 'Vikram')), 5), '42501', 'the requester does not approve');
select is(
  left(pg_temp.call(format('public.decide_approval(%L, true, %L)', pg_temp.approver(), 'Ravi')), 5), '22023', 'where something can be chosen, nothing is approved without the choice'
);
select pg_temp.call(format('public.see_quotation(%L)', pg_temp.approver()));
select pg_temp.call(format('public.send_current_quotation(%L)', pg_temp.approver()));
select is((select count(*) from public.quotation_events where quotation_id = tests.id(51) and kind in ('seen', 'link')), 0::bigint, 'a colleague is no buyer who has seen it, and gets no other link');
create function pg_temp.ravi_decides(is_approved boolean, note text default null) returns text language sql as $$
  select pg_temp.call(format('public.decide_approval(%L, %L, %L, %L, false, 1285000, %L)', pg_temp.approver(), is_approved, 'Ravi Menon', note, pg_temp.first_choice()))
$$;
select is(pg_temp.ravi_decides(is_approved, note), '', format('decided: %s', is_approved))
from (values (false, 'Too dear'), (true, null), (true, null)) as cases (is_approved, note);
select is(
  (select jsonb_agg(approval - array['at', 'choice', 'chosen', 'total_paise']) from jsonb_array_elements(pg_temp.open('d') -> 'approvals') as approval),
  '[{"email": "r…@nova.example", "name": "Ravi", "state": "approved", "note": null}]', 'the last decision counts'
);
select is((select count(*) from public.quotation_events where quotation_id = tests.id(51) and kind in ('approved', 'rejected')), 2::bigint, 'and one that is sent twice is stored once');
select is(pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.approver(), 'Fine')), '', 'a colleague comments');
select is(pg_temp.open('d') #> '{comments,0}' ->> 'by', 'approver', 'as such');
select is((select count(*) from public.outbox where kind = 'quotation_notice' and version_id = tests.id(511)), 3::bigint, 'the seller hears of each');
select is(
  (select value from public.quotation_events where quotation_id = tests.id(51) and kind = 'comment'), '{"by": "approver", "text": "Fine", "email": "ravi@nova.example"}',
  'with the address that it belongs to'
);
select is(pg_temp.call(format('public.open_quotation(%L)', token))::jsonb::text like '%ravi@nova.example%', false, 'which no page shows') from unnest(array[pg_temp.token('d'), pg_temp.approver()]) as token;
select pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.approver(), 'Too dear ' || n)) from generate_series(2, 20) as n;
select is(left(pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.approver(), 'Too dear 21')), 5), 'PT429', 'a colleague comments twenty times a day');
select is(pg_temp.ravi_decides(false), '', 'and may decide all the same');
select is(pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.token('d'), 'Mine')), '', 'it takes nothing from the buyer''s comments');
select is(
  pg_temp.call(format('public.ask_colleague(%L, %L, null, %L)', pg_temp.token('d'), n || '@nova.example', pg_temp.first_choice())), '', 'colleague ' || n
) from generate_series(2, 10) as n;
select is(left(pg_temp.call(format('public.ask_colleague(%L, %L)', pg_temp.token('d'), '11@nova.example')), 5), 'PT429', 'an eleventh colleague is not asked');
insert into private.sent_mails (mailbox) select 'often@other.example' from generate_series(1, 6);
select pg_temp.quote(52, 'e');
select is(left(pg_temp.call(format('public.ask_colleague(%L, %L)', pg_temp.token('e'), 'often@other.example')), 5), 'PT429', 'nor one whose address had six e-mails today');

-- The choice travels with the question, and the note stays with the asker
select pg_temp.quote(60, '8');
create function pg_temp.steel(pens integer) returns jsonb language sql as $$
  select jsonb_build_object('quantities', jsonb_build_object(tests.id(203), pens), 'options', jsonb_build_object('Bottle', tests.id(202)))
$$;
select is(
  pg_temp.call(format('public.ask_colleague(%L, %L, %L, %L)', pg_temp.token('8'), 'cfo@nova.example', 'Meera', pg_temp.steel(1))), '', 'a colleague is asked about a choice'
);
select is(
  left(pg_temp.call(format('public.ask_colleague(%L, %L, %L, %L)', pg_temp.token('8'), 'cfo@nova.example', 'Meera', '{"options": {"Box": "x"}}')), 5), '22023',
  'and not about one that the quotation does not have'
);
select is(
  left(pg_temp.call(format('public.ask_colleague(%L, %L, %L, %L)', pg_temp.token('8'), 'cfo@nova.example', 'Meera', half)), 31), '22023 Choose one of each option', format('nor about half of one: %s', half)
) from unnest(array[null, '{}', format('{"options": {"Bottle": "%s"}}', tests.id(202))]) as half;
create temporary table asked as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'to' = 'cfo@nova.example';
create function pg_temp.cfo() returns text language sql as $$ select mail ->> 'token' from asked $$;
create function pg_temp.decide(options text) returns text language sql as $$
  select pg_temp.call(format('public.decide_approval(%L, true, %L, %s)', pg_temp.cfo(), 'Meera Nair', options))
$$;
select is((select mail #>> '{quotation,figures,total}' from asked), '2832500', 'the e-mail has its total');
select is((select jsonb_agg(line ->> 'name' || ' ' || (line ->> 'quantity')) from asked, jsonb_array_elements(mail #> '{quotation,lines}') as line), '["Steel bottle 100", "Pen 500"]', 'and its lines');
select is((select mail #>> '{quotation,event,value,chosen}' from asked), 'Steel bottle, 500 of Pen', 'in words');
select is(
  (select jsonb_build_array(opened -> 'asked', opened #> '{figures,total}') from (
    select pg_temp.call(format('public.open_quotation(%L)', pg_temp.cfo()))::jsonb as opened
  ) as page), jsonb_build_array(pg_temp.steel(1), 2832500), 'and so has the page'
);
select is(pg_temp.decide(format('''1.87 lakh is fine'', false, 2832501, %L', pg_temp.steel(1))), 'PT409 The choice has changed since you opened it. Please load this page again.', 'another total is not approved');
select is(pg_temp.decide(format('''1.87 lakh is fine'', false, 2832500, %L', pg_temp.steel(0))), 'PT409 The choice has changed since you opened it. Please load this page again.', 'nor another choice of the same total');
select is(left(pg_temp.decide(half), 5), code, format('nor half of what is shown: %s', half)) from (values
  ('null', '22023'), ('null, false, 2832500', '22023'), (format('null, false, null, %L', pg_temp.steel(1)), 'PT409'), ('null, false, 2832500, ''{}''', '22023')
) as cases (half, code);
select is(pg_temp.decide(format('''1.87 lakh is fine'', false, 2832500, %L', pg_temp.steel(1))), '', 'exactly that is approved');
select is(
  (select value - 'by' from public.quotation_events where quotation_id = tests.id(60) and kind = 'approved'),
  jsonb_build_object('email', 'cfo@nova.example', 'choice', pg_temp.steel(1), 'chosen', 'Steel bottle, 500 of Pen', 'total_paise', 2832500), 'the record has choice and total, and no note'
);
select is(pg_temp.open('8') #>> '{approvals,0,note}', '1.87 lakh is fine', 'which the asker reads');
select is(pg_temp.call(format('public.open_quotation(%L)', pg_temp.cfo()))::jsonb #>> '{approvals,0,note}', '1.87 lakh is fine', 'and the colleague who wrote it');
select ok(private.data_of('CFO@nova.example') -> 'approvals' @> '[{"kind": "approved", "value": {"note": "1.87 lakh is fine"}}]', 'whose copy has it');
select is(
  (select count(*)::integer from public.quotation_events as event where event.quotation_id = tests.id(60) and event::text like '%lakh%'), 0, 'nothing that the seller reads has it'
);
create temporary table told as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' <> 'approval';
select is(
  (select jsonb_object_agg(mail ->> 'to', jsonb_build_array(mail -> 'kind', mail #> '{quotation,event,value,note}', mail -> 'token' <> 'null')) from told where mail ->> 'reference' = 'GW2526/0060'),
  '{"sales@example.com": ["quotation_notice", null, false], "vikram@nova.example": ["quotation_answer", null, true]}', 'both sides are told, the seller without a note'
);
select is((select mail #>> '{quotation,event,note}' from told where mail ->> 'kind' = 'quotation_answer' and mail ->> 'reference' = 'GW2526/0060'), '1.87 lakh is fine', 'the asker with it');
select is(pg_temp.decide(format('''Buy it'', true, 2832500, %L', pg_temp.steel(1))), '', 'a colleague shows the note to the seller, too');
select is((select value ->> 'note' from public.quotation_events where quotation_id = tests.id(60) and kind = 'approved' order by number desc limit 1), 'Buy it', 'which then is in the record');
select is(pg_temp.call(format('public.ask_colleague(%L, %L, %L, %L)', pg_temp.token('8'), 'cfo@nova.example', 'Meera', pg_temp.steel(0))), '', 'the buyer asks about another choice');
select is(pg_temp.call(format('public.open_quotation(%L)', pg_temp.cfo()))::jsonb -> 'asked', pg_temp.steel(0), 'the colleague sees the new one');
select is(
  (select jsonb_build_array(approval -> 'state', approval -> 'choice', approval -> 'note') from jsonb_array_elements(pg_temp.open('8') -> 'approvals') as approval),
  jsonb_build_array('asked', pg_temp.steel(0), null), 'and the buyer that it waits for an answer'
);
select is(pg_temp.accept('8', pg_temp.steel(0)::text, 2465000), '', 'the buyer accepts that one meanwhile');
create temporary table accepted_other as select mail from jsonb_array_elements(public.claim_mails(100)) as mail
where mail ->> 'reference' = 'GW2526/0060' and mail #>> '{quotation,event,kind}' = 'accepted';
select is(
  (select jsonb_object_agg(mail ->> 'to', jsonb_build_array(mail -> 'kind', mail #> '{quotation,approvals}')) from accepted_other),
  (select jsonb_object_agg(recipient, jsonb_build_array(kind, '[{"name": "Meera Nair", "chosen": "Steel bottle, 500 of Pen", "total_paise": 2832500}]'::jsonb)) from (values
    ('sales@example.com', 'acceptance'), ('vikram@nova.example', 'acceptance'), ('cfo@nova.example', 'approval')
  ) as told (recipient, kind)), 'both sides and the colleague are told that another choice was approved'
);
select is(
  (select purpose from accepted_other join public.quotation_links on hash = private.link_hash(mail ->> 'token') where mail ->> 'to' = 'cfo@nova.example'), 'approval', 'who gets no buyer''s link'
);

-- A revision
select pg_temp.send(51, 2, 'f', 12000);
select is(pg_temp.open('d'), jsonb_build_object('number', 'GW2526/0051', 'revision', 1, 'state', 'replaced', 'purpose', 'buyer', 'site', pg_temp.open('f') -> 'site'), 'what was replaced shows no figures');
select is(pg_temp.call(format('public.open_quotation(%L)', pg_temp.approver()))::jsonb ->> 'state', 'replaced', 'also to the colleague');
select is(pg_temp.open('f') -> 'approvals', '[]', 'approval lapses with a revision');
select is(
  jsonb_build_array(pg_temp.open('f') #> '{before,revision}', pg_temp.open('f') #> '{before,lines,0,quantities,0,price_paise}', pg_temp.open('f') #> '{lines,0,quantities,0,price_paise}'),
  '[1, 10000, 12000]', 'a revision has the version that its buyer had before, to say what changed'
);
select is_empty($$
  select jsonb_object_keys(pg_temp.open('f') -> 'before') except select jsonb_object_keys(pg_temp.open('f'))
$$, 'with nothing that no version shows');
select ok(not (pg_temp.open('f') -> 'before')::text ~ 'place_reason|discount_limit|Told by telephone', 'and nothing of what only the seller reads');
select is(private.mailed_quotation(tests.id(512), null) #> '{before,content,lines,0,quantities,0,price_paise}', '10000', 'its e-mail has it, too');
select is(private.mailed_quotation(tests.id(511), null) -> 'before', 'null', 'and that of a first version none');
select pg_temp.quote(70, '70');
select pg_temp.send(70, 2, '71');
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set content = jsonb_set(content, '{buyer,email}', '"other@nova.example"') where id = tests.id(701);
alter table public.quotation_versions enable trigger keep_what_was_sent;
select is(pg_temp.open('71') -> 'before', 'null', 'who got a revision alone does not read what another address got');
select is(left(pg_temp.call(replace(statement, 'TOKEN', quote_literal(pg_temp.token('d')))), 5), 'PT410', statement || ' is refused for what was replaced')
from unnest(array[
  'public.accept_quotation(TOKEN, ''{}'', 1285000, ''A'', ''B'')', 'public.decline_quotation(TOKEN, ''price'')', 'public.ask_for_change(TOKEN, ''A'')',
  'public.comment_on_quotation(TOKEN, ''A'')', 'public.ask_colleague(TOKEN, ''other@nova.example'')', 'public.price_quotation(TOKEN, ''{}'')'
]) as statement;
select is(left(pg_temp.call(format('public.decide_approval(%L, true, %L)', pg_temp.approver(), 'Ravi')), 5), 'PT410', 'a colleague approves nothing that was replaced');
select is(pg_temp.call(format('public.send_current_quotation(%L)', token)), '', 'who asks for the current one learns nothing')
from unnest(array[pg_temp.token('d'), pg_temp.token('d'), pg_temp.token('0'), null]) as token;
select results_eq(
  $$ select recipient, version_id from public.outbox where kind = 'quotation' $$, $$ values ('vikram@nova.example', tests.id(512)) $$, 'it is mailed to the quotation''s address, once'
);
create temporary table current_one as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'quotation';
select is((select mail ->> 'reference' from current_one), 'GW2526/0051-R2', 'by its number and revision');
select is(pg_temp.call(format('public.open_quotation(%L)', (select mail ->> 'token' from current_one)))::jsonb ->> 'revision', '2', 'and its link opens it');
update public.quotation_links set ended_at = now() where quotation_id = tests.id(51);
select is(left(pg_temp.call(format('public.open_quotation(%L)', pg_temp.token('f'))), 5), 'PT404', 'an ended link opens nothing');
select is(left(pg_temp.accept('f'), 5), 'PT404', 'and accepts nothing');

-- Accepting
create function pg_temp.state(id integer) returns text language sql as $$ select state from public.quotations where quotations.id = tests.id(state.id) $$;
select set_config('request.headers', '{"cf-connecting-ip": "2001:db8:1:2:3:4:5:6", "user-agent": "Browser/1"}', true);
select is(left(pg_temp.accept('e', total => total), 5), '22023', format('a total of %s is refused', total)) from unnest(array[1284999, 0, -1]) as total;
select is(left(pg_temp.accept('e', format('{"quantities": {"%s": 1}, "options": {"Bottle": "%s"}}', tests.id(203), tests.id(201)), 1285000), 5), '22023', 'and one of another choice');
select is(
  pg_temp.accept('e', choice), '22023 Choose one of each option, and a quantity of each gift. Please load the page again.', format('half of a choice is refused: %s', choice)
) from unnest(array[
  null, 'null', '{}', '{"quantities": {}, "options": {}}', format('{"quantities": {"%s": 0}}', tests.id(203)), format('{"options": {"Bottle": "%s"}}', tests.id(201))
]) as choice;
select is(left(pg_temp.accept('e', name => name), 5), '22023', 'nobody accepts without a name') from unnest(array['', null, repeat('a', 201)]) as name;
select is(pg_temp.state(52), 'sent', 'nothing was accepted');
select is(
  pg_temp.accept('e', format('{"quantities": {"%s": 1, "%s": 0}, "options": {"Bottle": "%s"}}', tests.id(203), tests.id(202), tests.id(201)), 1652500, ' Vikram Iyer '), '',
  'a buyer accepts a choice'
);
select is(pg_temp.state(52), 'accepted', 'and that is its state');
select is((select accepted - array['figures', 'at'] from public.quotation_versions where id = tests.id(521)), jsonb_build_object(
  'choice', jsonb_build_object('quantities', jsonb_build_object(tests.id(203), 1), 'options', jsonb_build_object('Bottle', tests.id(201))), 'name', 'Vikram Iyer', 'designation', 'Buyer', 'purchase_order', 'PO-7',
  'address', '2001:db8:1:2:3:4:5:6', 'user_agent', 'Browser/1', 'by', 'buyer'
), 'who, what and from where is stored');
select is((select (accepted #>> '{figures,total}')::integer from public.quotation_versions where id = tests.id(521)), 1652500, 'with its figures');
select is(pg_temp.open('e') -> 'accepted' ->> 'name', 'Vikram Iyer', 'the page says who has accepted');
select is(pg_temp.open('e') -> 'next_steps', 'null', 'and nothing of what follows, as long as the owner has written nothing');
update public.seller_profile set next_steps = 'A proof within two days.' where true;
select is(pg_temp.open('e') ->> 'next_steps', 'A proof within two days.', 'then the owner''s text');
select ok(not pg_temp.open('b') ? 'next_steps' and not pg_temp.open('e') ? 'before', 'which no other state has');
select ok(not pg_temp.open('e') -> 'accepted' ?| array['address', 'user_agent'], 'and not from where');
select is(pg_temp.accept('e', name => 'Ravi'), 'PT409 Already accepted by Vikram Iyer', 'a second one reads who was first');
select is(pg_temp.call(format('public.decline_quotation(%L, %L)', pg_temp.token('e'), 'price')), 'PT409 Already accepted by Vikram Iyer', 'and declines nothing');
select results_eq(
  $$ select recipient from public.outbox where kind = 'acceptance' and version_id = tests.id(521) order by 1 $$, $$ values ('sales@example.com'), ('vikram@nova.example') $$, 'both sides get an e-mail'
);
create temporary table acceptances as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'acceptance';
select is((select jsonb_object_agg(mail ->> 'to', mail #> '{quotation,figures,total}') from acceptances), '{"sales@example.com": 1652500, "vikram@nova.example": 1652500}', 'with what was accepted');
select is((select jsonb_object_agg(mail ->> 'to', mail -> 'token' <> 'null') from acceptances), '{"sales@example.com": false, "vikram@nova.example": true}', 'and the buyer''s has a link');

-- As 1.0.0 has sent and stored them
select pg_temp.quote(58, '6'), pg_temp.quote(59, '7');
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set content = content || '{"discount": {"paise": 1100000}}' where id = tests.id(581);
update public.quotation_versions set frozen = frozen || '{"place": {"state": "27", "tax": "cgst_sgst", "why": "seller"}}', content = content #- '{buyer,delivery_state}' where id = tests.id(591);
alter table public.quotation_versions enable trigger keep_what_was_sent;
select is(pg_temp.accept('6', total => 0), '22023 A quotation with a total of zero cannot be accepted. Please write to us.', 'nothing is accepted for nothing');
select is(pg_temp.price(pg_temp.first_choice(), '7'), '1285000', 'the taxes are those that were sent, also where the place was the seller''s');
select is(pg_temp.accept('7'), '', 'and it is accepted');
update public.quotation_versions set accepted = accepted || '{"choice": {}}' where id = tests.id(591);
select is(pg_temp.open('7') #> '{accepted,choice}', pg_temp.first_choice()::jsonb, 'half of a choice that was stored is read as a whole');

-- The code
update public.seller_profile set needs_code = true where true;
select pg_temp.quote(53, '1');
select is(pg_temp.open('1') ->> 'needs_code', 'true', 'the page knows that a code is needed');
select is(left(pg_temp.accept('1', code => code), 5), '22023', 'without the right code nothing is accepted') from unnest(array[null, '', '00000000']) as code;
select is(pg_temp.call(format('public.send_acceptance_code(%L)', pg_temp.token('1'))), '', 'the code is sent') from generate_series(1, 2);
create temporary table codes as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'quotation_code';
select is((select array_agg(mail ->> 'to') from codes), array['vikram@nova.example'], 'once, to the quotation''s address');
select is((select count(*) from public.quotation_links where quotation_id = tests.id(53)), 1::bigint, 'and is no link');
update public.outbox set created_at = now() - interval '61 minutes' where kind = 'quotation_code';
select is(left(pg_temp.accept('1', code => (select mail ->> 'token' from codes)), 5), '22023', 'after an hour it is too old');
update public.outbox set created_at = now() - interval '59 minutes' where kind = 'quotation_code';
select is(pg_temp.accept('1', code => (select lower(left(mail ->> 'token', 4) || ' ' || right(mail ->> 'token', 4)) from codes)), '', 'in any writing it accepts');
select is((select count(*)::integer from public.outbox where kind = 'quotation_code' and version_id = tests.id(531)), 0, 'a code that was used is used up');
select pg_temp.call(format('public.reopen_quotation(%L, %L)', tests.id(53), 'Wrong colour'), 'sales');
select is(left(pg_temp.accept('1', code => (select mail ->> 'token' from codes)), 5), '22023', 'also once the quotation is open again');
select is(pg_temp.call(format('public.send_acceptance_code(%L)', pg_temp.token('1'))), '', 'another one is sent');
create temporary table more_codes as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'quotation_code';
select alike(pg_temp.accept('1', code => 'WRONG' || n), '22023 This code is wrong%', format('wrong code %s', n)) from generate_series(1, 10) as n;
select is(pg_temp.accept('1', code => (select mail ->> 'token' from more_codes)), '22023 This code no longer works. Request another one.', 'ten wrong ones end the right one');
update public.outbox set created_at = now() - interval '3 minutes' where kind = 'quotation_code';
select pg_temp.call(format('public.send_acceptance_code(%L)', pg_temp.token('1')));
create temporary table last_codes as select mail from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'quotation_code';
select is(pg_temp.accept('1', code => (select mail ->> 'token' from last_codes)), '', 'the next one accepts');
update public.seller_profile set needs_code = false where true;

-- Declining, asking for a change, expiry, withdrawal
select pg_temp.quote(54, '2'), pg_temp.quote(55, '3'), pg_temp.quote(56, '4'), pg_temp.quote(57, '5');
select is(left(pg_temp.call(format('public.decline_quotation(%L, %L)', pg_temp.token('2'), reason)), 5), '22023', format('%s is no reason', reason)) from unnest(array['', null, 'dear']) as reason;
insert into public.outbox (version_id, kind, recipient) select tests.id(531), 'quotation_notice', 'sales+' || n || '@example.com' from generate_series(1, 500) as n;
select is(pg_temp.call(format('public.comment_on_quotation(%L, %L)', pg_temp.token('2'), 'Dear')), '', 'of more than five hundred comments an hour');
select is(pg_temp.call(format('public.decline_quotation(%L, %L, %L)', pg_temp.token('2'), 'price', 'Too dear')), '', 'a buyer declines with a reason');
select results_eq(
  $$ select quotation_events.kind from public.outbox join public.quotation_events on number = quotation_event where outbox.version_id = tests.id(541) $$, $$ values ('declined') $$,
  'none is mailed to the seller, and each decision is'
);
delete from public.outbox where recipient like 'sales+%';
select is((select value from public.quotation_events where quotation_id = tests.id(54) and kind = 'declined'), '{"by": "buyer", "text": "Too dear", "reason": "price"}', 'which is stored');
select is(pg_temp.accept('2'), 'PT409 Already declined by Vikram Iyer', 'what was declined is not accepted');
select is(pg_temp.call(format('public.ask_for_change(%L, %L)', pg_temp.token('3'), 'In blue')), '', 'a buyer asks for a change');
select is(pg_temp.open('3') ->> 'state', 'change_asked', 'and that is its state');
select is(pg_temp.accept('3'), 'PT409 A change was requested: a new revision will follow.', 'in which nothing is accepted');
update public.quotation_versions set valid_until = private.day_in_india(now()) - 1 where id = tests.id(561);
select is(pg_temp.open('4') ->> 'state', 'expired', 'from the day after its validity it is expired');
select is(pg_temp.open('4') #>> '{figures,total}', '1285000', 'and still shown');
select matches(pg_temp.accept('4'), '^PT409 This quotation was valid until \d+ \w+ \d{4}', 'but not accepted');
select is(left(pg_temp.call(format('public.ask_colleague(%L, %L)', pg_temp.token('4'), 'ravi2@nova.example')), 5), 'PT409', 'nor approved');
select is(pg_temp.call(format('public.ask_for_change(%L, %L)', pg_temp.token('4'), 'Longer, please')), '', 'a change is asked for all the same');
select is(pg_temp.call(format('public.extend_quotation(%L, %L)', tests.id(56), private.day_in_india(now()) + 7), 'sales'), '', 'which is more time');
select is(pg_temp.accept('4'), '', 'in which it is accepted');
update public.quotations set state = 'withdrawn' where id = tests.id(57);
select is(pg_temp.open('5'), jsonb_build_object('number', 'GW2526/0057', 'revision', 1, 'state', 'withdrawn', 'purpose', 'buyer', 'site', pg_temp.open('e') -> 'site'), 'what is withdrawn shows no figures');
select is(left(pg_temp.accept('5'), 5), 'PT410', 'and is not accepted');
select pg_temp.call(format('public.send_current_quotation(%L)', pg_temp.token('5')));
select results_eq(
  $$ select kind, recipient from public.outbox where version_id = tests.id(571) $$, $$ values ('quotation_notice', 'sales@example.com') $$, 'nor mailed: the seller is asked for another one'
);
update public.quotations set lead_id = tests.id(18) where id in (tests.id(54), tests.id(55), tests.id(57));
delete from public.outbox where kind = 'quotation';
select is(pg_temp.call(format('public.send_current_quotation(%L)', pg_temp.token('5'))), '', 'another one of the inquiry is asked for') from generate_series(1, 2);
select results_eq(
  $$ select recipient, version_id from public.outbox where kind = 'quotation' $$, $$ values ('vikram@nova.example', tests.id(551)) $$,
  'and mailed once to the quotation''s address: not one that was declined'
);
delete from public.outbox where version_id = tests.id(551);
update public.quotations set state = 'withdrawn' where id = tests.id(55);

-- A customer's own
update public.leads set email = 'customer@example.com' where id = tests.id(18);
update public.profiles set address_proven_at = now() where id = tests.id(1);
update public.quotations set lead_id = tests.id(18) where id = tests.id(52);
delete from public.quotations where id in (select id from public.quotations where lead_id = tests.id(18) and id <> tests.id(52));
select is(pg_temp.call('public.my_quotations()', 'customer')::jsonb - 'sent_at' #- '{0,sent_at}' #- '{0,valid_until}', '[{
  "number": "GW2526/0052", "revision": 1, "reference": "GW-00000000", "state": "accepted", "total_paise": 1652500, "sent_by": null
}]', 'a customer sees the quotations of own inquiries');
select is(pg_temp.call('public.my_quotations()', actor), answer, actor || ' sees none') from (values ('sales', '[]'), ('anonymous', '42501 permission denied for function my_quotations')) as cases (actor, answer);
select is(
  pg_temp.call(format('public.open_quotation(%L)', pg_temp.call('public.open_my_quotation(''GW2526/0052'')', 'customer')))::jsonb ->> 'number', 'GW2526/0052',
  'and opens them by links of their own'
) from generate_series(1, 12);
select is((select count(*) from public.quotation_links where email = 'customer@example.com'), 10::bigint, 'of which ten stay');
select is(pg_temp.call(format('public.open_my_quotation(%L)', number), actor), '', format('%s opens no %s', actor, coalesce(number, 'null')))
from (values ('customer', 'GW2526/0053'), ('customer', null), ('sales', 'GW2526/0052')) as cases (actor, number);

select * from finish();
rollback;
