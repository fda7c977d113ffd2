-- Short links of campaigns, which say to the site where a visit comes from (product.md, section 2, Campaign links).

create table public.campaign_links (
  id uuid primary key default gen_random_uuid(),
  -- As a lead stores it: no address, and on one line.
  name text not null
    constraint campaign_links_name_given check (private.is_trimmed_nonempty(name))
    constraint campaign_links_name_length check (char_length(name) <= 100)
    constraint campaign_links_name_kept check (private.cleaned_origin(name) is not distinct from name),
  word text not null constraint campaign_links_word_form check (word ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(word) between 2 and 40),
  -- A page of this site and of no other: no second slash follows one before the query, also when dots between them are resolved, and no backslash.
  path text not null constraint campaign_links_path_own check (
    path ~ '^/([^/\\#[:cntrl:][:space:]][^\\#[:cntrl:][:space:]]*)?$' and path !~* '^[^?]*/(?:[.]|%2e)*/' and path !~* '^/(admin|go|q|inquiry|calendar|auth|rest|storage)([/?]|$)' and char_length(path) <= 500
  ),
  source text not null constraint campaign_links_source_kept check (lower(private.cleaned_origin(source)) is not distinct from source),
  medium text constraint campaign_links_medium_kept check (lower(private.cleaned_origin(medium)) is not distinct from medium),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.campaign_links is 'Short addresses, /go/ and the word, that lead to a page of the site with the source, the medium and the name of a campaign.';
create unique index campaign_links_word_unique on public.campaign_links (word);

select private.set_up_managed_table('public.campaign_links', 'staff');

-- A server asks by the word as by the token of a private link.
create function private.open_campaign_link(token text) returns jsonb
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
select private.expose('open_campaign_link', 'Where the short link of a word leads: {"path", "source", "medium", "campaign"}. 404 for an unknown word.');
