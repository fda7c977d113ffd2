-- What a new site needs before it is its owner's, for the dashboard (product.md, section 2, Administration).

-- One statement, which reads no list. They are the site's steps and not a person's: an administrator who comes later has nothing to do again,
-- so that a dismissal is everybody's. What a server of the embedded backend says of itself (private.settings, "backups") a hosted project lacks.
create function private.first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', site.name is not null,
    'logo', site.logo_url is not null,
    'account', not exists (
      select from auth.users join public.profiles using (id) where is_admin and users.email = 'admin@example.com'
    ),
    'contact', coalesce(site.contact_email <> (private.demo_contact()).email, false),
    'notices', site.notice_emails is not null,
    'seller', exists (select from public.seller_profile where legal_name is not null),
    'seller_state', exists (select from public.seller_profile where state is not null),
    'products', exists (
      select from public.products left join private.demo_records as demo using (id, version) where is_sample and demo.id is null
    ),
    'mail', exists (select from public.outbox where kind = 'test' and state = 'sent')
      and not exists (select from private.settings where settings.name = 'mail_is_files'),
    'demo', case
      when exists (select from private.demo_records join public.products using (id, version)) then false
      when exists (select from private.demo_removals) then true
    end,
    'backup', (select value = 'yes' from private.settings where settings.name = 'backups'),
    -- Of a site that is older than samples are.
    'samples', (select coalesce(site.offers_samples, true) from private.settings where settings.name = 'samples_are_new')
  ))
  from (values (1)) as one left join public.site_settings as site on true
  where private.is_admin() and not exists (select from private.settings where settings.name = 'first_steps_dismissed')
$$;
select private.expose('first_steps',
  'Which first steps of a site are done: an object of true and false, without those that do not apply. Null once they were dismissed, and for anyone but administrators.');

create function private.dismiss_first_steps() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not dismiss the first steps');
  insert into private.settings (name, value) values ('first_steps_dismissed', 'yes') on conflict do nothing
$$;
select private.expose('dismiss_first_steps', 'Hides the first steps for all administrators.');

-- One an address: a repeated test takes the place of the one before.
create function private.send_test_mail() returns text
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = auth.uid());
begin
  perform private.require(private.is_admin(), 'You may not send a test e-mail');
  perform private.require(
    not exists (select from private.settings where name = 'mail_is_files'),
    'No mail server is set yet: set SMTP_URL, as in docs/deploy.md, “E-mail by SMTP”', '22023'
  );
  perform private.require(private.is_deliverable(address), format('No e-mail can be sent to %s', address), '22023');
  delete from public.outbox where kind = 'test' and recipient = address;
  insert into public.outbox (kind, recipient) values ('test', address);
  return address;
end
$$;
select private.expose('send_test_mail', 'Sends an e-mail to the caller''s own address, and returns the address.');
