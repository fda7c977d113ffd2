-- Webhooks: who changes them, what is queued with a change, and what no role of the API reads.
begin;
select no_plan();
select tests.set_up();
delete from private.webhooks where true;

select tests.act_as('administrator');
create temporary table made as
select public.save_webhook(' https://crm.example/hook ', '{lead.created,lead.changed,quotation.sent,quotation.accepted,quotation.declined,product.changed}') as secret;
select matches(secret, '^whsec_[A-Za-z0-9+/]{32}$', 'a secret has 192 bits, in the form of the specification') from made;
select results_eq('select address, is_enabled, waiting from public.webhooks()', $$ values ('https://crm.example/hook', true, 0::bigint) $$, 'a webhook is listed without its secret');
select throws_ok(format('select public.save_webhook(%L, %L)', address, '{lead.created}'), '22023', null, format('%s is no address of a webhook', address))
from unnest('{http://crm.example/,https://user:pass@crm.example/,https://,file:///etc/passwd,https://crm example/}'::text[]) as address;
select throws_ok($$ select public.save_webhook('https://crm.example/', '{lead.deleted}') $$, '23514', null, 'an event that there is not is refused');
select throws_ok('select secret from private.webhooks', '42501', null, 'an administrator does not read the secrets');
select throws_ok('select private.claim_webhooks()', '42501', null, 'nor takes what is sent with them');
select tests.act_as('sales');
select is_empty('select from public.webhooks()', 'sales see no webhooks');
select throws_ok('select secret from private.webhooks', '42501', null, 'and no secrets');
select throws_ok($$ select public.save_webhook('https://crm.example/', '{lead.created}') $$, '42501', null, 'and add none');
select tests.act_as('owner');

-- What is queued with a change.
create function pg_temp.queued() returns setof text language sql as $$
  with gone as (delete from private.webhook_deliveries where true returning event, subject)
  select event || ' ' || coalesce(subject::text, '') from gone order by 1
$$;
create function pg_temp.of(event text, number integer) returns text language sql as $$ select event || ' ' || tests.id(number) $$;
select private.derive_handling(tests.id(18));
delete from private.webhook_deliveries where true;
insert into public.lead_events (lead_id, actor_id, actor_email, kind) values (tests.id(18), tests.id(2), 'administrator@example.com', 'note');
select private.derive_handling(tests.id(18));
select is_empty('select pg_temp.queued()', 'a note of the seller is no change');
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value) values (tests.id(18), tests.id(2), 'administrator@example.com', 'state', 'lost');
select private.derive_handling(tests.id(18));
select results_eq('select pg_temp.queued()', $$ select pg_temp.of('lead.changed', 18) $$, 'another state is one');
insert into public.leads (id, name, company, email, phone) values (tests.id(60), 'Ravi', 'Meridian', 'ravi@meridian.example', '1');
select results_eq('select pg_temp.queued()', $$ select pg_temp.of('lead.created', 60) $$, 'a lead is new once');
update public.products set name = name || '!' where id = any (tests.product_ids());
update public.products set name = name || '!' where id = tests.id(15);
select results_eq(
  'select pg_temp.queued()', $$ select pg_temp.of('product.changed', number) from unnest('{15,16,17}'::integer[]) as number $$,
  'products that change wait once each'
);
insert into public.quotation_events (quotation_id, version_id, kind, actor_name) values
  (tests.id(42), tests.id(43), 'seen', ''), (tests.id(42), tests.id(43), 'declined', 'Asha'), (tests.id(44), null, 'accepted', 'Asha');
select results_eq(
  $$ select queued from pg_temp.queued() as queued where queued like 'quotation%' $$,
  $$ values (pg_temp.of('quotation.accepted', 45)), (pg_temp.of('quotation.declined', 43)) $$,
  'a quotation that is answered is told by its version'
);
update private.webhooks set is_enabled = false;
update public.products set name = name || '!' where id = tests.id(15);
select is_empty('select pg_temp.queued()', 'nothing is written where nothing listens');

-- What a message says.
select is_empty(
  $$ select from (values
       (private.webhook_data('product.changed', tests.id(15))), (private.webhook_data('quotation.sent', tests.id(43))), (private.webhook_data('lead.changed', tests.id(18)))
     ) as said (data) where data::text ~ 'Acme|24500|22900|supplier|cost|margin|price' $$,
  'a message says nothing of suppliers, costs and prices in a quotation'
);
select is(private.webhook_data('lead.changed', tests.id(99)) ->> 'is_deleted', 'true', 'of a lead that is gone it says that');

-- Taken once, with the former secret for a day.
update private.webhooks set is_enabled = true;
select tests.act_as('administrator');
select public.rotate_webhook_secret(id) from public.webhooks();
select throws_ok(
  'select public.rotate_webhook_secret(id) from public.webhooks()', 'PT409',
  'The secret was changed less than a day ago, and the former secret is still valid: try again tomorrow, or delete the webhook', 'which it has, so that there is no third'
);
select tests.act_as('owner');
delete from private.webhook_deliveries where true;
select private.announce('product.changed', array[tests.id(15)]);
create temporary table taken as select private.claim_webhooks() -> 0 as event;
select is(jsonb_array_length(event -> 'secrets'), 2, 'both secrets sign') from taken;
select is(event #>> '{secrets,1}', secret, 'the new one first') from taken, made;
select is(private.claim_webhooks(), '[]', 'no other server gets it');
select private.finish_webhook((event ->> 'id')::uuid, 1, 500::smallint, 'status 500', 7) from taken;
select results_eq(
  'select state, next_attempt_at - now() from private.webhook_deliveries', $$ values ('queued', interval '1 minute') $$, 'it is tried again a minute later'
);
select private.announce('product.changed', array[tests.id(16), tests.id(16)]);
select is(private.claim_webhooks(), '[]', 'what else waits for a receiver that fails waits, too');
select is(
  (select next_attempt_at from private.webhook_deliveries where subject = tests.id(16)), now(), 'without a change of what may be many'
);
select private.announce('product.changed', array[tests.id(16)]);
select isnt((select xmax::text from private.webhook_deliveries where subject = tests.id(16)), '0', 'a change locks the event that waits, so that none sends it before');
update private.webhooks set paused_until = now();
select is(private.claim_webhooks() #>> '{0,data,id}', tests.id(16)::text, 'it goes on after a minute');
delete from private.webhook_deliveries where subject = tests.id(16);
update private.webhook_deliveries set next_attempt_at = now(), queued_at = now() - interval '3 days';
select is(private.claim_webhooks(), '[]', 'what is older than two days is given up');
select results_eq('select state from private.webhook_deliveries', $$ values ('failed') $$, 'and says so');
select * from finish();
rollback;
