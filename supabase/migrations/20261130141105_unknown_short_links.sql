-- unknown short links
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- A server asks by the word as by the token of a private link.
create or replace function private.open_campaign_link(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened constant jsonb := (
    select jsonb_build_object('path', path, 'source', source, 'medium', medium, 'campaign', name) from public.campaign_links where word = lower(token)
  );
begin
  perform private.require(opened is not null, 'There is no such link', 'PT404');
  return opened;
end
$$;

comment on function public.open_campaign_link(pg_catalog.text) is 'Where the short link of a word leads: {"path", "source", "medium", "campaign"}. 404 for an unknown word.';
-- Written until here.
