-- The first steps of a new site: what ticks each, and who sees them.
begin;
select no_plan();
select tests.set_up();
select tests.act_as('owner');
delete from public.products;
delete from public.site_settings;
delete from public.seller_profile;
delete from private.settings where name in ('mail_is_files', 'backups');

select tests.act_as('administrator');
select is(
  public.first_steps(),
  '{"name": false, "logo": false, "account": true, "contact": false, "notices": false, "seller": false, "seller_state": false, "products": false, "mail": false}',
  'nothing is done on an empty site, and what no server has said does not apply'
);

select tests.act_as('owner');
insert into public.products (id, name, is_sample) values ('7d4c1f3e-1b2a-5c3d-8e4f-0123456789ab', 'Demo', true);
select private.store_demo_records();
insert into public.site_settings (contact_email) select email from private.demo_contact();
insert into private.settings (name, value) values ('backups', 'no'), ('mail_is_files', 'yes');
update auth.users set email = 'admin@example.com' where id = (select id from public.profiles where is_admin limit 1);
select tests.act_as('administrator');
select is(
  public.first_steps(),
  '{"name": false, "logo": false, "account": false, "contact": false, "notices": false, "seller": false, "seller_state": false, "products": false, "mail": false, "demo": false, "backup": false}',
  'the demo''s product and contact tick nothing'
);
select throws_ok(
  'select public.send_test_mail()', '22023', 'No mail server is set yet: set SMTP_URL, as in docs/deploy.md, “E-mail by SMTP”',
  'a test that would reach a file only is refused'
);

update public.site_settings set
  name = 'Meridian', logo_url = 'https://example.com/logo.svg', contact_email = 'hello@meridian.example', notice_emails = '{sales@meridian.example}';
insert into public.seller_profile (legal_name, state) values ('Meridian Ltd', '27');
select is(
  (select jsonb_object_agg(key, value) from jsonb_each(public.first_steps()) where value = 'true'),
  '{"name": true, "logo": true, "contact": true, "notices": true, "seller": true, "seller_state": true}', 'what is set is ticked'
);
insert into public.products (name, is_sample) values ('Draft', false);
select is(public.first_steps() -> 'products', 'false', 'a draft is not on the website');
update public.products set is_sample = true where name = 'Draft';
select is(public.first_steps() -> 'products', 'true', 'a published product is');
select lives_ok('select public.remove_demo()', 'the demo is removed');
select is(public.first_steps() -> 'demo', 'true', 'which ticks its step');

select tests.act_as('owner');
delete from private.settings where name = 'mail_is_files';
update private.settings set value = 'yes' where name = 'backups';
select tests.act_as('administrator');
select is(public.send_test_mail(), 'admin@example.com', 'a test goes to the caller');
select lives_ok('select public.send_test_mail()', 'and can be repeated');
select is(public.first_steps() -> 'mail', 'false', 'one that waits ticks nothing');
select tests.act_as('owner');
select is((select count(*) from public.outbox where kind = 'test'), 1::bigint, 'the last one is in the outbox');
update public.outbox set state = 'sent', sent_at = now() where kind = 'test';
select tests.act_as('administrator');
select is(public.first_steps() -> 'mail', 'true', 'one that was sent does');
select is(public.first_steps() -> 'backup', 'true', 'and backups that the server makes');

select tests.act_as('owner');
insert into private.settings (name, value) values ('samples_are_new', 'yes');
update public.site_settings set offers_samples = false;
select tests.act_as('administrator');
select is(public.first_steps() -> 'samples', 'false', 'a site that was there before samples has them as a step');
update public.site_settings set offers_samples = true;
select is(public.first_steps() -> 'samples', 'true', 'which is done once they are offered');

select tests.act_as('sales');
select is(public.first_steps(), null, 'sales sees no steps');
select throws_ok('select public.dismiss_first_steps()', '42501', 'You may not dismiss the first steps', 'and dismisses none');
select throws_ok('select public.send_test_mail()', '42501', 'You may not send a test e-mail', 'nor sends a test');
select tests.act_as('administrator');
select lives_ok('select public.dismiss_first_steps(), public.dismiss_first_steps()', 'they are dismissed, once or twice');
select is(public.first_steps(), null, 'and gone for every administrator');
select * from finish();
rollback;
