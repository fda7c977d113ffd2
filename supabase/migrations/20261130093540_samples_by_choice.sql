-- samples by choice
select set_config('lock_timeout', '5s', true);

alter table private.settings
  drop constraint settings_name_known,
  add constraint settings_name_known check (
    name in (
      'client_address_header', 'share_inner_block', 'share_outer_block', 'hash_secret', 'mail_is_files', 'backups', 'first_steps_dismissed',
      'samples_are_new'
    )
  );

-- A site that was there before samples offers none until its owner says so; one where buyers have asked for some goes on.
insert into private.settings (name, value) select 'samples_are_new', 'yes'
where exists (select from public.profiles) and not exists (select from public.samples);
insert into public.site_settings (offers_samples) select false
where exists (select from private.settings where name = 'samples_are_new') and not exists (select from public.site_settings);
update public.site_settings set offers_samples = false where exists (select from private.settings where name = 'samples_are_new') and offers_samples;

-- Written by npm run migration from supabase/schemas.
-- One statement, which reads no list. They are the site's steps and not a person's: an administrator who comes later has nothing to do again,
-- so that a dismissal is everybody's. What a server of the embedded backend says of itself (private.settings, "backups") a hosted project lacks.
create or replace function private.first_steps() returns jsonb
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
-- Written until here.
