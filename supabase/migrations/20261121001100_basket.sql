-- The basket of a browser may hold products that are gone since (specification, section 4). Which of them are still
-- there is all that anyone without a session learns here: ids they know already.

create function private.products_still_there(ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 1000 then
    raise exception 'Ask for at most 1000 products at a time' using errcode = '22023';
  end if;
  return array(select product.id from public.products as product where product.is_sample and product.id = any (ids) order by product.id);
end
$$;
revoke execute on function private.products_still_there(uuid[]) from public;
grant execute on function private.products_still_there(uuid[]) to anon, authenticated, service_role;

create function public.products_still_there(ids uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select private.products_still_there(ids)
$$;
comment on function public.products_still_there is
  'Those of the ids, at most 1000, that are sample products of the catalogue.';
revoke execute on function public.products_still_there(uuid[]) from public;
grant execute on function public.products_still_there(uuid[]) to anon, authenticated, service_role;
